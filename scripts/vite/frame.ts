const either = (...names: string[]): string => `(?:${names.join('|')})`
const code = String.raw`(?:\.tsx?|\.module\.css)`
const components =
  'button card classes copy-button count-to empty-state error-state figure figures go late late-part late-sheet message now page pull-to-refresh row segmented shared/marks shared/stack shared/text skeleton status-pill toast'.split(
    ' ',
  )
/** Modules that home or the frame around every page need. What is named here and used elsewhere only costs its bytes. */
export const frame = new RegExp(
  either(
    String.raw`/node_modules/(?:use-intl|@tanstack/(?:react-query|query-core))/(?!.*(?:[qQ]ueries|[iI]nfinite\w*Observer|useInfinite|useMutation|mutationObserver)).*`,
    String.raw`/web/ui/${either(...components)}${code}`,
    String.raw`/web/ui/chart/${either('chart', 'chart-table', 'columns', 'donut', 'size', 'time-chart')}${code}`,
    String.raw`/web/home/(?!no-stations|factors-sheet|orders-card|alarms-card|keep-first)[\w-]+${code}`,
    String.raw`/web/shell/(?!update-notice|later)[\w-]+${code}`,
    String.raw`/web/phrases/${either('catalogues', 'choose-language', 'format', 'language', 'provider', 'use-format', 'wall-clock')}${code}`,
    String.raw`/web/data/${either('api-error', 'boot', 'call', 'clock', 'contact', 'live-door', 'new-id', 'query', 'sign-in-gate', 'when-quiet', 'kept/kept-store', 'kept/keep-door', 'kept/owed-sign-out', 'kept/take-kept')}${code}`,
    String.raw`/web/accounts/${either('session', 'user-info')}${code}`,
    String.raw`/web/${either('paths', 'search', 'router', 'routes', 'watchers')}${code}`,
    String.raw`/web/boot/${either('frame', 'start')}${code}`,
    String.raw`/web/accounts/password-again${code}`,
    String.raw`/lucide-react/dist/esm/icons/${either('check', 'list')}\.mjs`,
  ) + '$',
)
