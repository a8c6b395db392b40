const minutesFrom2000 = Date.UTC(2000, 0, 1) / 60_000

/**
 * OSCAL versions are free text; a library needs a number that grows. The first three numbers of the version (up to 8999,
 * 99 and 99) lead, then the minutes from 2000 to `last-modified` follow in eight digits: a later edit under the same
 * version is newer, too. Below 2^53. Null when `last-modified` is no date.
 */
export function oscalVersion(version: string, lastModified: string): number | null {
  const time = Date.parse(lastModified)
  if (Number.isNaN(time)) return null
  const [major = 0, minor = 0, patch = 0] = (version.match(/\d+/g) ?? []).map(Number)
  const leading = Math.min(major, 8999) * 10_000 + Math.min(minor, 99) * 100 + Math.min(patch, 99)
  const minutes = Math.min(Math.max(Math.floor(time / 60_000) - minutesFrom2000, 0), 99_999_999)
  return leading * 100_000_000 + minutes
}
