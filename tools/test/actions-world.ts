import { testApp, type Answer, type Person, type TestApp } from '#app/test/worlds/test-app.ts'

/** An organisation with two sites, a plan, a measure model, and everyone who acts in it. */
export interface World {
  readonly app: TestApp
  readonly customer: number
  readonly root: number
  readonly lyon: number
  readonly nantes: number
  readonly plan: number
  readonly pilot: Person
  readonly auditor: Person
  /** Reaches Lyon only. */
  readonly local: Person
  readonly contributor: Person
  /** A new action of the plan; fails if it is refused. */
  action(fields?: object, by?: Person): Promise<Row>
  /** A new measure model. */
  solution(): Promise<number>
  /** A measure that is to be handled in Lyon, unless another perimeter is given. */
  measure(perimeter?: number): Promise<Row>
}

// Rows are whatever the server says; tests look into them freely.
// oxlint-disable-next-line typescript/no-explicit-any
export type Row = any

/** The created or changed object of an answer; throws with the refusal's body. */
export function objectOf({ status, body }: Answer): Row {
  if (status !== 200) throw new Error(JSON.stringify(body))
  return body.object
}

export { dayFromNow } from './day-from-now.ts'

export const proof = { proofs: [{ name: 'Report', url: 'https://intranet.example/report' }] }

/** Closes the open reviews of an action, as whoever finishes it and may; answers them as they are then. */
export async function closeReviews(by: Person, action: number): Promise<Row[]> {
  const closed: Row[] = []
  for (const { id, status } of (await by.get(`/remediation/${action}/review`)).body.objects as Row[])
    if (status === 'OPEN') closed.push(objectOf(await by.put(`/review/${id}`, { status: 'CLOSED' })))
  return closed
}

/** Builds it on a database of its own; `app.close()` ends it. */
export async function makeWorld(options: Parameters<typeof testApp>[0] = {}): Promise<World> {
  const app = await testApp(options)
  const { id: customer, root } = await app.customer()
  const pilot = await app.member(customer, 'global_pilote')
  const site = async (name: string) => objectOf(await pilot.post('/perimeter', { name_en: name, parent: root })).id as number
  const [lyon, nantes] = [await site('Lyon'), await site('Nantes')]
  const plan = objectOf(await pilot.post('/program', { name_en: 'Security plan' })).id as number
  const category = objectOf(await pilot.post('/category', { name_en: 'Protection' })).id as number
  let count = 0
  const solution = async () =>
    objectOf(await pilot.post('/solution', { name_en: `Model ${(count += 1)}`, name_fr: `Modèle ${count}`, category, build_days: 12 })).id as number
  return {
    app,
    customer,
    root,
    lyon,
    nantes,
    plan,
    pilot,
    solution,
    auditor: await app.member(customer, 'global_auditor'),
    local: await app.member(customer, 'local_pilote', { perimeterIds: [lyon] }),
    contributor: await app.member(customer, 'contributor'),
    action: async (fields = {}, by = pilot) => objectOf(await by.post('/remediation', { name_en: 'Act', program: plan, perimeter: lyon, ...fields })),
    measure: async (perimeter = lyon) => objectOf(await pilot.post('/measure', { name_en: `Measure ${(count += 1)}`, solution: await solution(), perimeter })),
  }
}
