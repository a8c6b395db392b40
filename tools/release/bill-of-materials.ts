import { carried, type Shipped } from './shipped.ts'

const licences = (license: string) =>
  /[ ()]/.test(license) ? [{ expression: license }] : [{ license: license.startsWith('LicenseRef') ? { name: license } : { id: license } }]

/** An address by which programs know a package: `pkg:npm/%40scope/name@1.0.0`. */
const packageUrl = ({ name, version }: Shipped) => `pkg:npm/${name.replace('@', '%40')}@${encodeURIComponent(version)}`

/**
 * What is shipped, as CycloneDX. Read of the lock: `npm sbom --omit=dev` leaves out what work on the product needs as well, 33 of 271 packages, among them `nodemailer`, `jose` and `xml-crypto`.
 */
export function billOfMaterials(product: { readonly name: string; readonly version: string }, packages: readonly Shipped[]) {
  const once = [...new Map(packages.map((one) => [packageUrl(one), one])).entries()]
  return {
    bomFormat: 'CycloneDX',
    specVersion: '1.6',
    version: 1,
    metadata: { component: { type: 'application', name: product.name, version: product.version, licenses: licences('Apache-2.0') } },
    components: [
      ...once.map(([purl, { name, version, license, hash, everywhere }]) => ({
        'bom-ref': purl,
        type: 'library',
        name,
        version,
        scope: everywhere ? 'required' : 'optional',
        licenses: licences(license),
        purl,
        ...(hash && { hashes: [{ alg: 'SHA-512', content: hash }] }),
      })),
      ...carried.map(({ name, license, holder }) => ({ 'bom-ref': `carried ${name}`, type: 'library', name, copyright: holder, licenses: licences(license) })),
    ],
  }
}
