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
  // The skeleton comes first: what follows, and would keep a slow phone from it, waits until it is there. A page in the
  // background draws nothing and waits for no drawing.
  var painted = new Promise(function (done) {
    function look() {
      requestAnimationFrame(function () {
        if (document.querySelector('.fp-tabs')) setTimeout(done)
        else look()
      })
    }
    look()
    setTimeout(done, 300)
  })
  var present = false
  // The figure that was seen last, until the present one is here.
  function show(shown) {
    function write() {
      var hero = document.querySelector('.fp-hero')
      if (!hero) return
      ;['label', 'text', 'unit', 'note'].forEach(function (name) {
        hero.querySelector('.fp-' + name).textContent = String(shown[name])
      })
    }
    // The body may not be there yet.
    if (document.querySelector('.fp-tabs')) write()
    else document.addEventListener('DOMContentLoaded', write)
  }
  // The present one, written as write() in phrases/format.ts writes it; the app itself takes longer to come.
  async function showPresent() {
    var home = await (await asked['/api/home']).clone().json()
    var power = home.totals.powerW
    if (home.stations === 0 || power === null) return
    var units = ['W', 'kW', 'MW', 'GW']
    var size = Math.abs(power) < 0.5 ? 0 : Math.abs(power)
    for (; Math.round(size) >= 1000 && units.length > 1; size /= 1000) units.shift()
    function few(size) {
      return units.length === 4 || size >= 100 ? 0 : size >= 10 ? 1 : 2
    }
    var digits = few(Number(size.toFixed(few(size))))
    var text = Number(Math.round(Number(size + 'e' + digits)) + 'e-' + digits).toFixed(digits)
    present = true
    show({
      label: lang === 'en' ? 'Power now' : '实时功率',
      text: (power < 0 && Number(text) ? '-' : '') + text,
      unit: units[0],
      note: '',
    })
  }
  if (route === 'home') showPresent().catch(function () {})
  // Opened as idb-keyval opens it, see data/kept/kept-store.ts.
  var kept = new Promise(function (done) {
    function none() {
      done(null)
    }
    function open() {
      try {
        var opening = indexedDB.open('sunkeeper-kept')
        opening.addEventListener('upgradeneeded', function () {
          opening.result.createObjectStore('kept')
        })
        opening.addEventListener('error', none)
        opening.addEventListener('success', function () {
          try {
            var getting = opening.result.transaction('kept').objectStore('kept').get('first')
            getting.addEventListener('error', none)
            getting.addEventListener('success', function () {
              opening.result.close()
              done(getting.result)
            })
          } catch {
            none()
          }
        })
      } catch {
        none()
      }
    }
    void painted.then(open)
  })
  // Whose it is decides: the person's whom the server names, or without a network that of who was here last. Until then
  // nothing of it is shown, as somebody else may hold this phone.
  var whose = asked['/api/session'].then(
    function (answer) {
      return answer.clone().json()
    },
    function () {
      return 'unreachable'
    },
  )
  whose.catch(function () {})
  async function showKept() {
    var first = await kept
    if (route !== 'home' || !first || !first.shown || first.shown.lang !== lang) return
    var heard = await whose
    if (heard !== 'unreachable' && heard.person.id !== first.session.person.id) return
    if (!present) show(first.shown)
  }
  showKept().catch(function () {})
  function style(href) {
    return new Promise(function (done) {
      var el = link('stylesheet', href)
      el.addEventListener('load', done)
      el.addEventListener('error', done)
    })
  }
  // All that a page and its words consist of, at once instead of one after the other.
  function fetchPage(route, lang) {
    ;[lang + '/core', route.replace(/(-page)?\/?$/, '-page')]
      .concat(
        // A route may be called like something that every object has.
        (Array.isArray(ahead.words[route]) ? ahead.words[route] : []).map(function (name) {
          return lang + '/' + name
        }),
      )
      .forEach(function (name) {
        var place = 0
        ;(ahead.modules[name] || []).forEach(function (distance) {
          place += distance
          var file = ahead.files[place]
          if (!file) return
          ahead.files[place] = ''
          if (file.endsWith('css')) link('preload', '/h5/' + file, 'style')
          else link('modulepreload', '/h5/' + file)
        })
      })
  }
  void painted.then(fetchPage.bind(null, route, lang))
  window.firstPaint = {
    lang: lang,
    theme: theme,
    asked: asked,
    styles: painted.then(function () {
      return Promise.all(ahead.css.map(style))
    }),
    kept: kept,
    whose: whose,
    fetchPage: fetchPage,
  }
})()
