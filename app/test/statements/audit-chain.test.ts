import { afterAll, beforeAll, expect, test } from 'vitest'
import { commentEntity } from '#kit/server/http/comment-routes.ts'
import { verifyDatabase } from '#platform/audit/verify.ts'
import { resources } from '#app/server/registry.ts'
import { testApp, type TestApp } from '#app/test/worlds/test-app.ts'

let app: TestApp
beforeAll(async () => {
  app = await testApp()
})
afterAll(() => app.close())

test('what an organisation does leaves a whole chain, and versions that are what was written', async () => {
  const { id, root } = await app.customer()
  const pilot = await app.member(id, 'global_pilote')
  const made = async (entity: string, body: object) => {
    const answer = await pilot.post(`/${entity}`, body)
    expect(answer.body).toMatchObject({ ok: true })
    return answer.body.object.id as number
  }
  const site = await made('perimeter', { name_en: 'Site', parent: root })
  for (const weight of [2, 3]) expect((await pilot.put(`/perimeter/${site}`, { weight })).status).toBe(200)
  expect((await pilot.post(`/perimeter/${site}/comments`, { text: 'Seen' })).status).toBe(200)
  const label = await made('label', { name_en: 'Urgent' })
  expect((await pilot.delete(`/label/${label}`)).status).toBe(200)
  const entities = [...[...resources.values()].map(({ def }) => def), commentEntity]
  const { faults, heads } = await verifyDatabase({ ownerUrl: app.database.ownerUrl, appUrl: app.database.appUrl, entities })
  expect(faults).toEqual([])
  expect(heads.get(id)?.seq).toBeGreaterThan(4)
})
