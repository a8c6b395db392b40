import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { objectOf } from '#tools/test/actions-world.ts'
import { makeCrowd, many, tally, type Crowd } from '#tools/test/crowd.ts'
import type { Answer, Person } from '#app/test/worlds/test-app.ts'

let world: Crowd
beforeAll(async () => {
  world = await makeCrowd()
})
afterAll(() => world.app.close())

const everybody = (work: (person: Person, n: number) => Promise<Answer>) => world.everybody(work)
const count = async (text: string): Promise<number> => (await world.rows<{ n: number }>(`select count(*) as n from ${text}`))[0]?.n ?? 0
/** All but the first are told the same thing. */
const refusals = (answers: readonly Answer[]) => [...new Set(answers.filter(({ status }) => status !== 200).map(({ body }) => body.message as string))]
const plan = async (name: string): Promise<number> => objectOf(await world.pilot.post('/program', { name_en: name })).id

describe('one record', () => {
  test('that everybody saves is saved once for each version; the others see what it has become', async () => {
    const { id, version } = await world.action()
    const saved = await everybody((person, n) => person.put(`/remediation/${id}`, { version, description: `By ${n}` }))
    expect(tally(saved)).toEqual({ 200: 1, 409: many - 1 })
    expect(new Set(saved.filter(({ status }) => status === 409).map(({ body }) => `${body.code} ${body.object.version}`))).toEqual(
      new Set([`STALE ${version + 1}`]),
    )
  })

  test('that somebody deletes while others save, comment and attach is there for them or not found', async () => {
    const { id } = await world.action()
    const files = await everybody((person, n) => person.upload('/file', `${n}.txt`, `content ${n}`))
    expect(tally(files)).toEqual({ 200: many })
    const answers = await everybody((person, n) =>
      n === 5
        ? person.delete(`/remediation/${id}`)
        : n % 3 === 0
          ? person.put(`/remediation/${id}`, { description: `By ${n}` })
          : n % 3 === 1
            ? person.post(`/remediation/${id}/comments`, { text: `By ${n}` })
            : person.put(`/remediation/${id}`, { attachments: [files[n]?.body.object.id] }),
    )
    expect(answers[5]?.status).toBe(200)
    expect(
      Object.keys(tally(answers)).every((status) => ['200', '404'].includes(status)),
      JSON.stringify(answers.map(({ body }) => body.message)),
    ).toBe(true)
    expect(
      await count(`remediation__labels l where customer_id = $1 and not exists (select 1 from remediation r where r.customer_id = $1 and r.id = l.owner_id)`),
    ).toBe(0)
    expect(await count(`file where customer_id = $1 and entity = 'remediation' and object_id = ${id} and detached_at is null`)).toBe(0)
  })

  test('takes twenty files, one by each, and twenty remarks', async () => {
    const { id } = await world.action()
    const uploads = await everybody((person, n) => person.upload('/file', `${n}.txt`, `content ${n}`))
    expect(tally(await everybody((person, n) => person.put(`/remediation/${id}`, { attachments: [uploads[n]?.body.object.id] })))).toEqual({ 200: many })
    expect(tally(await everybody((person, n) => person.post(`/remediation/${id}/comments`, { text: `By ${n}` })))).toEqual({ 200: many })
    expect((await world.pilot.get(`/remediation/${id}/comments`)).body.objects).toHaveLength(many)
  })

  test('that everybody takes charge of has one person in charge', async () => {
    const { id } = await world.action()
    const taken = await everybody((person) => person.put(`/remediation/${id}/assign_me`))
    expect(tally(taken)).toEqual({ 200: 1, 409: many - 1 })
  })
})

describe('action plans', () => {
  test('that are made the default at once end with one default', async () => {
    const plans = await everybody((person, n) => person.post('/program', { name_en: `Plan ${n}` }))
    const ids = plans.map(({ body }) => body.object.id as number)
    expect(tally(await everybody((person, n) => person.put(`/program/${ids[n]}`, { is_default: true })))).toEqual({ 200: many })
    expect(await count('program where customer_id = $1 and is_default')).toBe(1)
    expect(
      tally(
        await everybody((person, n) =>
          n % 2
            ? person.put('/program/bulk', { rows: ids.slice(n).map((id) => ({ id })), changes: { is_default: true } })
            : person.put(`/program/${ids[n]}`, { is_default: n % 4 === 0 }),
        ),
      ),
    ).toEqual({ 200: many })
    expect(await count('program where customer_id = $1 and is_default')).toBeLessThanOrEqual(1)
  })

  test('that are assigned at once belong to whom the last one named', async () => {
    const id = await plan('Assigned')
    expect(tally(await everybody((person) => person.put(`/program/${id}/assignment`, { members: [person.memberId], groups: [] })))).toEqual({ 200: many })
    expect((await world.pilot.get(`/program/${id}/assignment`)).body.object.members).toHaveLength(1)
  })

  test('that are archived while actions are written in them take none afterwards', async () => {
    const id = await plan('Closing')
    const answers = await everybody((person, n) =>
      n === 6 ? person.put(`/program/${id}`, { archived: true }) : person.post('/remediation', { name_en: `Act ${n}`, program: id, perimeter: world.lyon }),
    )
    expect(answers[6]?.status).toBe(200)
    const refused = answers.filter(({ status }) => status !== 200)
    for (const { status, body } of refused) expect([status, Object.keys(body.errors)]).toEqual([400, ['program']])
    const late = `remediation r where customer_id = $1 and program_id = ${id} and created_at > (select updated_at from program p where p.customer_id = $1 and p.id = ${id})`
    expect(await count(late)).toBe(0)
  })

  test('that are deleted while actions are written in them are gone without any, or stay with them', async () => {
    const id = await plan('Doomed')
    const answers = await everybody((person, n) =>
      n === 6 ? person.delete(`/program/${id}`) : person.post('/remediation', { name_en: `Act ${n}`, program: id, perimeter: world.lyon }),
    )
    const written = await count(`remediation where customer_id = $1 and program_id = ${id}`)
    expect(tally(answers)).toEqual(
      answers[6]?.status === 200 ? { 200: 1, 400: many - 1 } : { 200: written, 409: 1, ...(written < many - 1 && { 400: many - 1 - written }) },
    )
    expect(await count(`program where customer_id = $1 and id = ${id}`)).toBe(answers[6]?.status === 200 ? 0 : 1)
  })
})

describe('measures', () => {
  test('that two actions implement are implemented when both are finished at once', async () => {
    for (let round = 0; round < 5; round += 1) {
      const measure = await world.measure()
      const actions: number[] = []
      for (let n = 0; n < many; n += 1)
        actions.push(
          (await world.action({ type: 'BUILD', measure: measure.id, target_date: '2099-01-01', proofs: [{ name: 'Proof', url: 'https://proof.example/' }] }))
            .id,
        )
      const finished = await everybody((person, n) => person.put(`/remediation/${actions[n]}`, { status: 'FINISHED' }))
      expect(tally(finished), JSON.stringify(finished[0]?.body)).toEqual({ 200: many })
      // One review waits for all of them, and is closed once.
      const target = [{ name: 'target', selected_options: [`measure:${measure.id}`] }]
      const { objects } = (await world.pilot.post('/review/page', { queryParams: { filters: target } })).body
      expect(objects).toMatchObject([{ status: 'OPEN', others_open: false }])
      const closed = await everybody((person) => person.put(`/review/${objects[0].id}`, { status: 'CLOSED', version: objects[0].version }))
      expect(tally(closed), JSON.stringify(closed[0]?.body)).toEqual({ 200: 1, 409: many - 1 })
      expect((await world.pilot.get(`/measure/${measure.id}`)).body.object.status).toBe('IMPLEMENTED')
    }
  })

  test('are not lowered below nothing by actions that improve them at once', async () => {
    const measure = await world.measure()
    objectOf(await world.pilot.post(`/measure/${measure.id}/implement`))
    const lowered = await everybody((person, n) =>
      person.post('/remediation', {
        name_en: `Improve ${n}`,
        type: 'UPGRADE',
        measure: measure.id,
        impact: 30,
        program: world.plan,
        target_date: '2099-01-01',
      }),
    )
    expect(tally(lowered), JSON.stringify(lowered[0]?.body)).toEqual({ 200: 3, 400: many - 3 })
  })

  test('are reset while their actions are written: none is left for a measure that asks for nothing', async () => {
    const measure = await world.measure()
    const actions: number[] = []
    for (let n = 0; n < many; n += 1) actions.push((await world.action({ type: 'BUILD', measure: measure.id })).id)
    const answers = await everybody((person, n) =>
      n % 5 === 0 ? person.post(`/measure/${measure.id}/reset`) : person.put(`/remediation/${actions[n]}`, { status: 'CANCELLED', status_reason: 'No more' }),
    )
    expect(
      Object.keys(tally(answers)).every((status) => ['200', '404', '409'].includes(status)),
      JSON.stringify(tally(answers)),
    ).toBe(true)
    expect((await world.pilot.get(`/measure/${measure.id}`)).body.object.status).toBe('TO_IMPLEMENT')
  })
})

describe('policies', () => {
  let policy: number
  let requirements: number[]
  beforeAll(async () => {
    policy = objectOf(await world.pilot.post('/policy', { name_en: 'Rules', identifier: 'RULES' })).id
    const version = (await world.pilot.post('/policy_version/page', { queryParams: { filters: [{ name: 'policy', selected_options: [policy] }] } })).body
      .objects[0].id as number
    const made = await everybody((person, n) => person.post('/control', { policy_version: version, name_en: `Requirement ${n}` }))
    requirements = made.map(({ body }) => body.object.id as number)
    expect(new Set(made.map(({ body }) => body.object.order as number)).size).toBe(many)
    for (const id of requirements.slice(0, 3))
      objectOf(await world.pilot.put(`/control/${id}/solutions`, { solutions: [{ solution: await world.solution() }] }))
    const published = await everybody((person) => person.post(`/policy_version/${version}/publish`))
    expect(tally(published)).toEqual({ 200: 1, 409: many - 1 })
  })

  test('are applied to one perimeter once, whoever asks, and their measures are there once', async () => {
    const answers = await everybody((person) => person.post(`/policy/${policy}/apply`, { perimeters: [world.lyon] }))
    expect(tally(answers)).toEqual({ 200: 1, 409: many - 1 })
    expect(refusals(answers)).toEqual(['This perimeter is already in the list'])
    expect(
      await count(
        `measure where customer_id = $1 and perimeter_id = ${world.lyon} and solution_id in (select solution_id from control_solution where customer_id = $1)`,
      ),
    ).toBe(3)
  })

  test('take solutions for several requirements at once', async () => {
    const solution = await world.solution()
    const answers = await everybody((person, n) => person.put(`/control/${requirements[n]}/solutions`, { solutions: [{ solution }] }))
    expect(tally(answers)).toEqual({ 200: many })
    expect(await count(`measure where customer_id = $1 and perimeter_id = ${world.lyon} and solution_id = ${solution}`)).toBe(1)
  })

  test('have one draft, whoever opens it, and are applied, adopted and answered at once without standing in each other’s way', async () => {
    expect(tally(await everybody((person) => person.post(`/policy/${policy}/draft`)))).toEqual({ 200: 1, 409: many - 1 })
    const sites: number[] = []
    for (let n = 0; n < many; n += 1) sites.push(objectOf(await world.pilot.post('/perimeter', { name_en: `Site ${n}`, parent: world.root })).id)
    const solution = await world.solution()
    const answers = await everybody((person, n) =>
      n % 3 === 0
        ? person.post(`/policy/${policy}/apply`, { perimeters: [sites[n], sites[(n + 1) % many]] })
        : n % 3 === 1
          ? person.post('/solution/fork_run', { id: solution, perimeter_id: sites[n - 1], program: world.plan })
          : person.put(`/perimeter/${sites[n]}`, { parent: sites[(n + 1) % many] }),
    )
    expect(tally(answers), JSON.stringify(answers.map(({ body }) => body.errors))).toEqual({ 200: many })
  })

  test('of one library come in once, whoever imports it', async () => {
    const node = { urn: 'urn:crowd:risk:req_node:x:1', ref_id: '1', depth: 1, assessable: true, name: 'Requirement' }
    const library = {
      urn: 'urn:crowd:risk:library:x',
      locale: 'en',
      ref_id: 'X',
      name: 'Crowd',
      description: 'Crowd',
      provider: 'Crowd',
      packager: 'Crowd',
      version: 1,
      objects: { framework: { urn: 'urn:crowd:risk:framework:x', ref_id: 'X-1', name: 'Crowd', requirement_nodes: [node] } },
    }
    // A worker reads each file: a few are a crowd.
    const answers = await everybody((person, n) =>
      n % 5 === 0 ? person.upload('/library/import', 'x.yaml', JSON.stringify(library)) : person.post(`/policy/fork`, { id: policy }),
    )
    expect(tally(answers)).toEqual({ 200: many })
    await world.app.jobs()
    expect(await count(`policy where customer_id = $1 and urn = 'urn:crowd:risk:framework:x'`)).toBe(1)
    expect(await count(`library_upload where customer_id = $1`)).toBe(0)
  })
})

describe('people', () => {
  test('of one address are added once, whoever adds them, and told apart from a fault', async () => {
    const added = await everybody((person) =>
      person.post('/member', { email: 'same@crowd.example', firstname: 'Same', lastname: 'Person', roles: ['contributor'] }),
    )
    expect(tally(added)).toEqual({ 200: 1, 409: many - 1 })
    expect(added.filter(({ status }) => status === 409).every(({ body }) => 'email' in body.errors)).toBe(true)
    expect(await count(`member where customer_id = $1 and email = 'same@crowd.example'`)).toBe(1)
  })

  test('are changed in bulk and one by one at once, down to the last pilot', async () => {
    const { body } = await world.pilot.get('/member?limit=100')
    const ids = (body.objects as { id: number }[]).map(({ id }) => id)
    // Sessions are marked as used once a minute: here by all of these requests, while others end them.
    await world.rows(`update session set last_used_at = last_used_at - interval '2 minutes' where customer_id = $1`)
    const answers = await everybody((person, n) =>
      n % 2
        ? person.put('/member/bulk', { rows: ids.slice(0, n).map((id) => ({ id })), changes: { job_title: `By ${n}`, roles: ['global_pilote'] } })
        : person.put(`/member/${ids[n]}`, { disabled: true }),
    )
    expect(
      Object.keys(tally(answers)).every((status) => ['200', '400', '401', '403', '409'].includes(status)),
      JSON.stringify(tally(answers)),
    ).toBe(true)
    expect(await count(`member where customer_id = $1 and not disabled and 'global_pilote' = any(roles)`)).toBeGreaterThan(0)
  })
})
