/** `npm run notices`: writes what must go with a release into `dist`: NOTICE, the licences of all that is shipped, and sbom.cdx.json, the list of it. */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { billOfMaterials } from '#tools/release/bill-of-materials.ts'
import { noticeOf } from '#tools/release/notice.ts'
import { shippedPackages } from '#tools/release/shipped.ts'

const root = fileURLToPath(new URL('..', import.meta.url))
const product = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { name: string; version: string }
const packages = shippedPackages(root)
mkdirSync(join(root, 'dist'), { recursive: true })
writeFileSync(join(root, 'dist', 'NOTICE'), noticeOf(packages))
writeFileSync(join(root, 'dist', 'sbom.cdx.json'), `${JSON.stringify(billOfMaterials(product, packages), null, 2)}\n`)
console.log(`wrote dist/NOTICE and dist/sbom.cdx.json: ${packages.length} packages`)
