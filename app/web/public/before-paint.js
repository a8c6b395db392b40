/* oxlint-disable no-var, no-unused-vars -- browsers too old for the rest must be able to read this. */
// Runs before anything is painted, in any browser: sets the colours, and says so when the browser is too old for the rest (ACC-26).
;(function () {
  var root = document.documentElement
  var choice = null
  var language = null
  try {
    choice = localStorage.getItem('vigie.theme')
    language = localStorage.getItem('vigie.language')
  } catch (reason) {
    // Storage may be switched off; the system decides then.
  }
  var dark = choice === 'dark' || (choice !== 'light' && window.matchMedia && matchMedia('(prefers-color-scheme: dark)').matches)
  root.setAttribute('data-mantine-color-scheme', dark ? 'dark' : 'light')

  var supported =
    'noModule' in HTMLScriptElement.prototype &&
    typeof fetch === 'function' &&
    typeof Intl === 'object' &&
    'popover' in HTMLElement.prototype &&
    typeof HTMLDialogElement === 'function' &&
    window.CSS &&
    CSS.supports('display', 'grid') &&
    CSS.supports('color', 'light-dark(#000, #fff)')
  if (supported) {
    // Whoever opens a page behind the sign-in needs the frame: fetched while the entry still runs, not after it.
    var frame = document.querySelector('meta[name="vigie-frame"]')
    if (!frame || /^\/(login|forgot_password|(?:password_reset|unsubscribe)\/[^/]*|sso|first-run|40\d|500|reload)?$/.test(location.pathname)) return
    // Likewise who is signed in (start-session.ts), with the page that is opened, ids masked as masked-path.ts does it.
    var page = location.pathname.split('/').map(function (segment) {
      return /^(?:[a-z]?\d+|(?=.*\d)[\w-]{16,}|[\w-]{32,})$/i.test(segment) ? ':id' : segment
    })
    window.vigieSession = fetch('/api/auth/check', { headers: { 'x-page': page.join('/') } })
    // And what the page itself reads, as the server names it (static-web.ts); words in the language of preferredLanguage (store.ts).
    if (language !== 'fr' && language !== 'en') language = /^fr/i.test(navigator.language) ? 'fr' : 'en'
    var own = document.querySelector('meta[name="vigie-page"]')
    var files = (frame.content + (own ? ' ' + own.content : '')).split(' ')
    files.forEach(function (named) {
      var parts = /^(?:(\w+):)?(.+)$/.exec(named)
      if (!parts || (parts[1] && parts[1] !== language)) return
      var file = parts[2]
      var link = document.createElement('link')
      var as = { css: 'style', woff2: 'font' }[file.split('.').pop()]
      link.rel = as ? 'preload' : 'modulepreload'
      if (as) link.as = as
      link.crossOrigin = ''
      link.href = file
      document.head.appendChild(link)
    })
    return
  }
  root.setAttribute('data-unsupported', '')
  document.addEventListener('DOMContentLoaded', function () {
    document.getElementById('unsupported').hidden = false
  })
})()
