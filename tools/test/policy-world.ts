/** An organisation with one policy whose draft is empty, and short ways to fill and publish it. */
import type { Person, TestApp } from '#app/test/worlds/test-app.ts'

/** A new organisation on that server. */
export async function policyWorld(app: TestApp) {
  const { id: customer, root } = await app.customer()
  const pilot = await app.member(customer, 'global_pilote')

  /** The created object; fails if it is refused. */
  async function made(path: string, body: object, by: Person = pilot) {
    const answer = await by.post(path, body)
    if (answer.status !== 200) throw new Error(JSON.stringify(answer.body))
    return answer.body.object
  }
  const category: number = (await made('/category', { name_en: 'Protection' })).id
  const policy: { id: number; current_version: { id: number } | null } = await made('/policy', { name_en: 'House rules' })
  const versions = await pilot.post('/policy_version/page', { queryParams: { filters: [{ name: 'policy', selected_options: [policy.id] }] } })
  const draft: number = versions.body.objects[0].id

  return {
    customer,
    root,
    pilot,
    category,
    policy,
    draft,
    made,
    control: (name: string, more: object = {}) => made('/control', { policy_version: draft, name_en: name, ...more }),
    treeOf: async (version: number, query = '') => (await pilot.get(`/policy_version/${version}/tree${query}`)).body.object,
    publish: () => pilot.post(`/policy_version/${draft}/publish`),
    perimeter: (name: string, more: object = {}) => made('/perimeter', { name_en: name, parent: root, ...more }),
  }
}

export const names = (rows: readonly { name: string }[]) => rows.map((row) => row.name)
