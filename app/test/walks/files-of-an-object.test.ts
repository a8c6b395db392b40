import { expect, test } from 'vitest'
import { makeWorld, objectOf } from '#tools/test/actions-world.ts'

test('an object takes ten files, whatever fields they stand in (FIL-07)', async () => {
  const world = await makeWorld()
  try {
    const file = async (n: number) => objectOf(await world.pilot.upload('/file', `note ${n}.txt`, `note ${n}`)).id as number
    const ids = await Promise.all(Array.from({ length: 11 }, (_, n) => file(n)))
    const action = await world.action({ proof_files: ids.slice(0, 6), attachments: ids.slice(6, 10) })
    expect(action.proof_files).toHaveLength(6)
    const refused = await world.pilot.put(`/remediation/${action.id}`, { attachments: ids.slice(6) })
    expect(refused).toMatchObject({ status: 400, body: { errors: { attachments: ['Too many files'] } } })
    expect(await world.pilot.put(`/remediation/${action.id}`, { proof_files: ids.slice(0, 5), attachments: ids.slice(6) })).toMatchObject({ status: 200 })
    expect((await world.pilot.put(`/remediation/${action.id}`, { proof_files: ids })).status).toBe(400)
  } finally {
    await world.app.close()
  }
})
