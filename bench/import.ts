import { setTimeout as wait } from 'node:timers/promises'
import { atMost, count, ms, type Figure } from './figure.ts'
import { signIn } from './http-client.ts'
import { median } from './measure.ts'
import { password, type World } from './world.ts'

const requirements = 1200
const urn = (kind: string, rest: string) => `urn:bench:risk:${kind}:${rest}`

/** A framework of 1,200 requirements in sixty groups, in two languages, with a reference control for every fourth; JSON is YAML. */
function framework(name: string): string {
  const node = (id: string, more: object) => ({
    urn: urn('req_node', `${name}:${id}`),
    ref_id: id,
    name: `Title of ${id}`,
    description: 'What is asked, at some length. '.repeat(12),
    translations: { fr: { name: `Titre de ${id}`, description: 'Ce qui est demandé, assez longuement. '.repeat(12) } },
    ...more,
  })
  const control = (n: number) => urn('function', `${name}:${n % 300}`)
  const nodes = Array.from({ length: 60 }, (_, g) => [
    node(`${g}`, { depth: 1, assessable: false }),
    ...Array.from({ length: requirements / 60 }, (_unused, r) =>
      node(`${g}.${r}`, {
        depth: 2,
        assessable: true,
        parent_urn: urn('req_node', `${name}:${g}`),
        reference_controls: r % 4 === 0 ? [control(g * 5 + r / 4)] : [],
      }),
    ),
  ]).flat()
  const reference_controls = Array.from({ length: 300 }, (_, n) => ({
    urn: control(n),
    ref_id: `C${n}`,
    name: `Control ${n}`,
    category: 'technical',
    csf_function: 'protect',
  }))
  return JSON.stringify({
    urn: urn('library', name),
    locale: 'en',
    ref_id: name,
    name,
    version: 1,
    objects: { framework: { urn: urn('framework', name), ref_id: name, name, requirement_nodes: nodes }, reference_controls },
  })
}

/** A framework uploaded and imported by the running server, until its report says that it is there. */
export async function importing(world: World): Promise<Figure[]> {
  const customer = await world.customer('Importer')
  const person = await signIn(world.server.port, await world.member(customer, { roles: ['global_pilote'] }), password)
  const times: number[] = []
  let stored = 0
  for (const name of ['first', 'second', 'third']) {
    const form = new FormData()
    form.append('file', new Blob([framework(name)]), `${name}.yaml`)
    const start = performance.now()
    const answer = await fetch(`${world.server.address}/api/library/import`, { method: 'POST', body: form, headers: { cookie: person.cookie, 'x-vigie': '1' } })
    const { object } = (await answer.json()) as { object: { report_id: number } }
    for (;;) {
      const report = (
        JSON.parse((await person.call('GET', `/import_report/${object.report_id}`)).body.toString()) as {
          object: { status: string; counts: { requirements?: number } }
        }
      ).object
      stored = report.counts.requirements ?? 0
      if (report.status === 'ERROR') throw new Error(JSON.stringify(report))
      if (report.status === 'COMPLETE') break
      // As a page asks, not in a loop that would take the server's core.
      await wait(50)
    }
    times.push(performance.now() - start)
  }
  person.close()
  return [
    { ...atMost('requirements that a framework brings', stored, requirements, count), met: stored === requirements },
    atMost(`from its upload to its report, median of ${times.length}`, median(times), 3000, ms),
  ]
}
