// Runs in the page before anything else: largest paint, and what long tasks take beyond 50 ms once something has been painted.
window.measured = { lcp: 0, blocked: 0 }
new PerformanceObserver((list) => {
  window.measured.lcp = list.getEntries().at(-1).startTime
}).observe({ type: 'largest-contentful-paint', buffered: true })
let painted = Infinity
new PerformanceObserver((list) => {
  for (const { name, startTime } of list.getEntries()) if (name === 'first-contentful-paint') painted = startTime
}).observe({ type: 'paint', buffered: true })
new PerformanceObserver((list) => {
  for (const { startTime, duration } of list.getEntries()) if (startTime + duration > painted) window.measured.blocked += Math.max(0, duration - 50)
}).observe({ type: 'longtask', buffered: true })
