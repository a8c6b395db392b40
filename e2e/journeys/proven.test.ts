/** The evidence behind a requirement and a measure is found from their records, and its count leads to exactly its rows, in the words of each language. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { languages } from '#kit/contract/catalogue.ts'
import { actorOn } from '#e2e/actor.ts'
import { violations } from '#e2e/axe.ts'
import { settled, signIn, type Visitor } from '#e2e/browser.ts'

interface Behind {
  readonly object: { readonly count: number; readonly objects: readonly { readonly identifier: string }[] }
}
interface Row {
  readonly id: number
  readonly identifier: string
  readonly perimeter?: { readonly id: number }
}

let pilot: Visitor
let requirement: Row
let measure: Row
let behind: Behind['object']

/** The first row, of those under a filter, that has more than one piece of evidence. */
async function firstProven(entity: string, asked: string, filter: object): Promise<Row> {
  const { objects } = await pilot.api<{ objects: Row[] }>('POST', `/${entity}/page`, { queryParams: { filters: [filter], per_page: 200 } })
  for (const row of objects) if ((await pilot.api<Behind>('GET', `/evidence/behind?${asked}=${row.id}`)).object.count > 1) return row
  throw new Error(`nothing proves any ${entity}`)
}

beforeAll(async () => {
  pilot = await signIn('global_pilote@demo.example', { lang: 'en' })
  requirement = await firstProven('control', 'requirement', { name: 'in_force', selected_options: [true] })
  measure = await firstProven('measure', 'measures', { name: 'status', selected_options: ['IMPLEMENTED'] })
  behind = (await pilot.api<Behind>('GET', `/evidence/behind?requirement=${requirement.id}`)).object
})
afterAll(() => pilot.close())

test.each(languages)('from a requirement to what proves it, and from its count to the list of it (%s)', async (lang) => {
  const auditor = await signIn('global_auditor@demo.example', { lang })
  const { page } = auditor
  const { t, panel, row } = actorOn(page, lang)
  await auditor.open(`/org/policies/requirements?id=${requirement.id}`)
  const record = panel('policies.entities.control')
  await record.getByRole('tab', { name: t('policies.evidence.title'), exact: true }).click()
  await record.getByRole('link', { name: new RegExp(`^${behind.objects[0]?.identifier} `) }).waitFor()
  // An auditor is shown no way to add to it.
  expect(await record.getByText(t('policies.evidence.add')).count()).toBe(0)
  await settled(page)
  expect(await violations(page)).toEqual([])
  await record.getByRole('link', { name: `${t('evidence.behind.title')} ${behind.count}`, exact: true }).click()
  await page.waitForURL(/\/ops\/evidence/)
  for (const { identifier } of behind.objects) await row(identifier).first().waitFor()
  await settled(page)
  expect(await page.locator('[role=grid] tbody [data-row]').count()).toBe(behind.count)
  expect(auditor.complaints).toEqual([])
  await auditor.close()
})

test.each(languages)('what proves a measure stands in its record, where a pilot adds to it (%s)', async (lang) => {
  const { page } = pilot
  await pilot.api('PUT', '/user/language', { lang })
  const { t, panel, press } = actorOn(page, lang)
  await pilot.open(`/org/security-bases/${measure.perimeter?.id}/measures?id=${measure.id}`)
  const record = panel('measures.entities.measure')
  await record.getByRole('tab', { name: t('measures.tabs.evidence'), exact: true }).click()
  await record.getByRole('heading', { name: t('evidence.behind.title') }).waitFor()
  await press(t('measures.tabs.add_evidence'), record)
  await page.getByRole('dialog', { name: t('measures.proof.title') }).waitFor()
  await page.keyboard.press('Escape')
  expect(pilot.complaints).toEqual([])
})
