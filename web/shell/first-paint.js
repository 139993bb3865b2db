// Runs inline before the first paint: no imports, ES2019, everything in try so that a broken storage never blanks the app.
;(function () {
  var ahead = __AHEAD__
  var root = document.documentElement
  var lang = 'zh_CN'
  var theme = 'system'
  try {
    var stored = localStorage.getItem('lang')
    if (stored === 'en' || stored === 'en_US') lang = 'en'
    var found = /(?:^|; )theme=(light|dark)/.exec(document.cookie)
    if (found) theme = found[1]
  } catch {}
  var dark = theme === 'dark' || (theme === 'system' && matchMedia('(prefers-color-scheme: dark)').matches)
  root.lang = lang === 'en' ? 'en' : 'zh-CN'
  root.dataset.theme = dark ? 'dark' : 'light'
  if (dark) document.querySelector('meta[name=theme-color]').content = '#0c0f15'

  // What a native shell says before the bundle has run waits here.
  window.__pvShell = {
    early: [],
    receive: function (message) {
      if (this.early && this.early.length < 100) this.early.push(message)
    },
  }
  // No secret is ever taken from an address; whoever puts one there finds it gone.
  if (/[?&](access_?token|token|code)=/i.test(location.search))
    history.replaceState(null, '', location.pathname)

  var route = location.pathname.replace(/^\/(h5\/?)?/, '') || 'home'
  root.dataset.tabs = /^(home|om-page|service-page|mine-page)$/.test(route) ? 'on' : 'off'
  var asked = {}
  function ask(path) {
    asked[path] = fetch(path, { headers: { accept: 'application/json', 'accept-language': root.lang } })
    asked[path].catch(function () {})
  }
  function link(rel, href, as) {
    var el = document.createElement('link')
    el.rel = rel
    el.href = href
    if (as) el.as = as
    if (rel !== 'stylesheet') el.crossOrigin = ''
    document.head.append(el)
    return el
  }
  ask('/api/session')
  if (route === 'home') ask('/api/home')
  var styles = ahead.css.map(function (href) {
    return new Promise(function (done) {
      var el = link('stylesheet', href)
      el.addEventListener('load', done)
      el.addEventListener('error', done)
    })
  })
  var page = route.replace(/(-page)?\/?$/, '-page')
  ;[lang + '/core', page]
    .concat(
      // A route may be called like something that every object has.
      (Array.isArray(ahead.words[route]) ? ahead.words[route] : []).map(function (name) {
        return lang + '/' + name
      }),
    )
    .forEach(function (name) {
      ;(ahead.modules[name] || []).forEach(function (place) {
        var href = '/h5/' + ahead.files[place]
        if (href.endsWith('css')) link('preload', href, 'style')
        else link('modulepreload', href)
      })
    })
  window.firstPaint = { lang: lang, theme: theme, asked: asked, styles: Promise.all(styles) }
})()
