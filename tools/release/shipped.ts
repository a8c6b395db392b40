import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'

/** A package that comes with the product. */
export interface Shipped {
  readonly name: string
  readonly version: string
  readonly license: string
  /** What it says of its licence in files of its own, joined; undefined where it has none, or is for another platform than this one. */
  readonly text: string | undefined
  readonly installed: boolean
  /** Of the archive that is fetched, SHA-512 in hexadecimal digits. */
  readonly hash: string | undefined
  /** False where only some machines need it. */
  readonly everywhere: boolean
}

const lockSchema = z.object({
  packages: z.record(
    z.string(),
    z.object({
      name: z.string().optional(),
      version: z.string(),
      license: z.string().optional(),
      integrity: z.string().optional(),
      dev: z.boolean().optional(),
      optional: z.boolean().optional(),
    }),
  ),
})

/** Programs and libraries that packages carry inside and that no package manager knows: those of the embedded PostgreSQL. */
export const carried = [
  { name: 'PostgreSQL', license: 'PostgreSQL', holder: 'The PostgreSQL Global Development Group; The Regents of the University of California' },
  { name: 'OpenSSL', license: 'OpenSSL', holder: 'The OpenSSL Project; Eric Young' },
  { name: 'ICU', license: 'Unicode-3.0', holder: 'Unicode, Inc.; International Business Machines Corporation and others' },
  { name: 'libxml2', license: 'MIT', holder: 'Daniel Veillard' },
  { name: 'libxslt', license: 'MIT', holder: 'Daniel Veillard' },
  { name: 'zlib', license: 'Zlib', holder: 'Jean-loup Gailly and Mark Adler' },
  { name: 'liblzma', license: 'LicenseRef-Public-Domain', holder: 'Lasse Collin and others' },
  { name: 'OSSP uuid', license: 'MIT', holder: 'Ralf S. Engelschall; The OSSP Project' },
] as const

/** Every package of the lock that is not for work on the product alone. Throws where one says no licence. */
export function shippedPackages(root: string): Shipped[] {
  const { packages } = lockSchema.parse(JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')))
  return Object.entries(packages).flatMap(([path, { name = path.replace(/^.*node_modules\//, ''), version, license, integrity, dev, optional }]) => {
    if (path === '' || dev) return []
    if (!license) throw new Error(`${name} ${version} says no licence`)
    const [, digest] = /sha512-(\S+)/.exec(integrity ?? '') ?? []
    return {
      name,
      version,
      license,
      text: licenceText(join(root, path)),
      installed: existsSync(join(root, path)),
      hash: digest && Buffer.from(digest, 'base64').toString('hex'),
      everywhere: !optional,
    }
  })
}

function licenceText(folder: string): string | undefined {
  if (!existsSync(folder)) return undefined
  const files = readdirSync(folder).filter((file) => /^(licen[cs]e|copying|notice)([-_.].*)?$/i.test(file))
  const texts = files.toSorted().map((file) => readFileSync(join(folder, file), 'utf8').replaceAll('\r\n', '\n').trim())
  return texts.join('\n\n') || undefined
}
