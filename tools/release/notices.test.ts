import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { billOfMaterials } from './bill-of-materials.ts'
import { noticeOf } from './notice.ts'
import { carried, shippedPackages, type Shipped } from './shipped.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))
const packages = shippedPackages(root)
const names = packages.map(({ name, version }) => `${name} ${version}`)

test('what is shipped is what runs, and nothing that is for work on it alone', () => {
  const known = packages.map(({ name }) => name)
  expect(known).toEqual(expect.arrayContaining(['react', 'fastify', 'pg', 'zod']))
  for (const tool of ['vitest', 'typescript', 'vite', 'oxlint', 'samlify']) expect(known).not.toContain(tool)
})

test('no licence asks that the product be given away under it', () => {
  expect([...new Set(packages.map(({ license }) => license))].filter((license) => /\b(A?GPL|SSPL|BUSL|CC-BY-NC)/.test(license.replaceAll('LGPL', '')))).toEqual(
    [],
  )
})

test('the notice names each package that is here, with the text of its licence once', () => {
  const notice = noticeOf(packages)
  for (const { name, version, license } of packages.filter(({ installed }) => installed)) expect(notice).toContain(`${name} ${version} (${license})\n`)
  for (const text of packages.flatMap((one) => one.text ?? [])) expect(notice.split(`)\n\n${text}\n\n---`).length).toBe(2)
  expect(notice).toContain('PostgreSQL (PostgreSQL), copyright of The PostgreSQL Global Development Group')
  // Most bring their text.
  expect(packages.filter(({ installed, text }) => installed && !text).length).toBeLessThan(20)
})

test('packages under one text stand together, those without one by themselves, those for other machines nowhere', () => {
  const one = (name: string, text: string | undefined, installed = true): Shipped => ({
    name,
    version: '1.0.0',
    license: 'MIT',
    text,
    installed,
    hash: 'ab',
    everywhere: installed,
  })
  const notice = noticeOf([one('right', 'Do as you like'), one('left', 'Do as you like'), one('bare', undefined), one('elsewhere', undefined, false)])
  expect(notice).toContain('left 1.0.0 (MIT)\nright 1.0.0 (MIT)\n\nDo as you like\n')
  expect(notice).toContain('spdx.org/licenses.\n\nbare 1.0.0 (MIT)\n')
  expect(notice).not.toContain('elsewhere')
})

test('the bill of materials is CycloneDX, and lists the same packages with address, hash and licence', () => {
  const { bomFormat, metadata, components } = billOfMaterials({ name: 'vigie', version: '1.2.3' }, packages)
  expect([bomFormat, metadata.component.name, metadata.component.version]).toEqual(['CycloneDX', 'vigie', '1.2.3'])
  const listed = components.flatMap((one) => ('purl' in one ? one : []))
  expect(listed.map(({ name, version }) => `${name} ${version}`).toSorted()).toEqual([...new Set(names)].toSorted())
  expect(listed.filter(({ hashes, licenses }) => !/^[0-9a-f]{128}$/.test(hashes?.[0]?.content ?? '') || licenses.length !== 1)).toEqual([])
  expect(components.length).toBe(listed.length + carried.length)
  expect(new Set(components.map((one) => one['bom-ref'])).size).toBe(components.length)
  expect(listed.find(({ name }) => name === '@fastify/static')?.purl).toMatch(/^pkg:npm\/%40fastify\/static@\d/)
  // Nothing that differs from one time to the next.
  expect(billOfMaterials({ name: 'vigie', version: '1.2.3' }, packages).components).toEqual(components)
})
