/** A package URL by its parts (ECMA-427), as its type compares them. */
export interface PackageUrl {
  /** What stays from one release to the next, in the one way to write it. */
  readonly short: string
  /** The same with its version. */
  readonly whole: string
}

/** Types of which a namespace and name in capitals are the same (the definitions of types beside the standard); of all others capitals tell them apart. */
const caseless = new Set('alpm apk bitbucket bitnami composer deb github gitlab golang hex luarocks npm oci otp pub pypi vscode-extension'.split(' '))
/** Of these the namespace alone. */
const caselessSpace = new Set(['qpkg', 'rpm'])

/** Reads a package URL; null where it is none. Writers encode the same differently (`+` or `%2B`, `%40` or `@`): its parts are compared, not how they are written. */
export function packageUrlOf(text: string): PackageUrl | null {
  const [, type = '', rest = ''] = /^pkg:\/*([a-z][a-z\d.+-]*)\/(.+)$/i.exec(text.trim()) ?? []
  if (type === '' || rest === '') return null
  const [beforePath = '', ...subpath] = rest.split('#')
  const [path = '', ...query] = beforePath.split('?')
  const at = path.lastIndexOf('@')
  // `@` also begins the namespace of npm where a writer did not encode it: what stands before a version is a name.
  const versioned = at > 0 && path[at - 1] !== '/'
  const segments = (versioned ? path.slice(0, at) : path).split('/').filter(Boolean).map(decoded)
  const version = versioned ? decoded(path.slice(at + 1)) : ''
  const kind = type.toLowerCase()
  const name = nameOf(kind, segments.pop() ?? '')
  if (name === '') return null
  const space = segments.map((one) => (caseless.has(kind) || caselessSpace.has(kind) ? one.toLowerCase() : one))
  const qualifiers = query
    .join('?')
    .split('&')
    .flatMap((one): [string, string][] => {
      const [, key = '', value = ''] = /^([^=]+)=(.*)$/s.exec(one) ?? []
      return key === '' || value === '' ? [] : [[key.toLowerCase(), decoded(value)]]
    })
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
  const below = subpath
    .join('#')
    .split('/')
    .map(decoded)
    .filter((one) => one !== '' && one !== '.' && one !== '..')
  const head = `pkg:${kind}/${[...space, name].map(encoded).join('/')}`
  const tail = `${qualifiers.length > 0 ? `?${qualifiers.map(([key, value]) => `${key}=${encoded(value)}`).join('&')}` : ''}${below.length > 0 ? `#${below.map(encoded).join('/')}` : ''}`
  return { short: head, whole: `${head}${version === '' ? '' : `@${encoded(version)}`}${tail}` }
}

function nameOf(kind: string, name: string): string {
  const small = caseless.has(kind) ? name.toLowerCase() : name
  // PyPI takes `_` and `.` for `-` as well (PEP 503).
  return kind === 'pypi' ? small.replaceAll(/[-_.]+/g, '-') : small
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    // A stray `%` is one.
    return text
  }
}

/** A key as it is compared: of a package URL one way to write it, whatever wrote it and when. */
export const comparable = (key: string): string => packageUrlOf(key)?.whole ?? key

/** As the standard writes it: colons stand, what stands for something does not. */
const encoded = (text: string) =>
  encodeURIComponent(text)
    .replaceAll('%3A', ':')
    .replaceAll(/[!'()*]/g, (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`)
