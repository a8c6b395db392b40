/**
 * Hears that a row which the page has open is no longer as it was, on the stream of notifications: never what; the page asks for that as itself. Only while the page is looked at, since
 * a browser opens few connections to one server; looked at again, or after a cut, nobody knows what happened meanwhile, and it is told as a change. Told at most once in `every`
 * milliseconds, the last time included.
 */
export function hearChanges(about: `${string}:${number}`, changed: () => void, every = 0): () => void {
  let stream: EventSource | undefined
  let timer: ReturnType<typeof setTimeout> | undefined
  let missed = false
  let last = 0
  const tell = () => {
    if (timer !== undefined) return
    const wait = Math.max(0, last + every - Date.now())
    timer = setTimeout(() => {
      timer = undefined
      last = Date.now()
      changed()
    }, wait)
  }
  const open = () => {
    stream = new EventSource(`/api/notification/stream?about=${about}`)
    stream.addEventListener('changed', tell)
    stream.addEventListener('open', () => {
      if (missed) tell()
      missed = true
    })
  }
  const look = () => {
    if (document.visibilityState === 'visible') {
      if (!stream) open()
    } else {
      stream?.close()
      stream = undefined
    }
  }
  document.addEventListener('visibilitychange', look)
  look()
  return () => {
    document.removeEventListener('visibilitychange', look)
    clearTimeout(timer)
    stream?.close()
  }
}
