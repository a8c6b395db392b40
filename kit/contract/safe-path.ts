/** A path of this site as a browser itself would read it, or nothing for whatever leads elsewhere (SEC-11). */
export function safePath(target: unknown): string | undefined {
  if (typeof target !== 'string' || !/^\/(?![/\\])/.test(target)) return undefined
  // The parser that browsers use says where an address leads, whatever tricks are in it.
  const url = URL.canParse(target, 'https://vigie.invalid') ? new URL(target, 'https://vigie.invalid') : undefined
  // Dots that go up may leave two slashes at the beginning, which name another host.
  if (url?.origin !== 'https://vigie.invalid' || url.pathname.startsWith('//')) return undefined
  return url.pathname + url.search + url.hash
}
