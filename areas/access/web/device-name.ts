const systems: readonly (readonly [RegExp, string])[] = [
  [/iPhone/, 'iPhone'],
  [/iPad/, 'iPad'],
  [/Android/, 'Android'],
  [/Windows/, 'Windows'],
  [/Mac OS X|Macintosh/, 'macOS'],
  [/CrOS/, 'ChromeOS'],
  [/Linux/, 'Linux'],
]
// The first that fits: most browsers also carry the names of others.
const browsers: readonly (readonly [RegExp, string])[] = [
  [/Edg(?:e|A|iOS)?\//, 'Edge'],
  [/OPR\//, 'Opera'],
  [/Firefox\/|FxiOS\//, 'Firefox'],
  [/Chrome\/|CriOS\/|Chromium\//, 'Chrome'],
  [/Safari\//, 'Safari'],
]

const first = (names: readonly (readonly [RegExp, string])[], agent: string) => names.find(([pattern]) => pattern.test(agent))?.[1]

/** What people call the device that a browser says it runs on, such as «Firefox · Windows»; the beginning of what it says when it is unknown. */
export function deviceName(agent: string): string {
  const known = [first(browsers, agent), first(systems, agent)].filter(Boolean)
  return known.length > 0 ? known.join(' · ') : agent.slice(0, 40)
}
