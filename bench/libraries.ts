import { setTimeout as wait } from 'node:timers/promises'
import type { Visitor } from './http-client.ts'
import type { World } from './world.ts'

const urn = (kind: string, rest: string) => `urn:bench:risk:${kind}:${rest}`

/** A framework of so many requirements in sixty groups, in two languages, with a reference control for every fourth; JSON is YAML. */
export function framework(name: string, requirements: number): string {
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

/** Uploads a library to the running server and waits until its report says that it is there; answers how many requirements it brought. */
export async function importLibrary({ server }: World, person: Visitor, content: string): Promise<number> {
  const form = new FormData()
  form.append('file', new Blob([content]), 'library.yaml')
  const answer = await fetch(`${server.address}/api/library/import`, { method: 'POST', body: form, headers: { cookie: person.cookie, 'x-vigie': '1' } })
  if (!answer.ok) throw new Error(await answer.text())
  const { object } = (await answer.json()) as { object: { report_id: number } }
  for (;;) {
    const report = (
      JSON.parse((await person.call('GET', `/import_report/${object.report_id}`)).body.toString()) as {
        object: { status: string; counts: { requirements?: number } }
      }
    ).object
    if (report.status === 'ERROR') throw new Error(JSON.stringify(report))
    if (report.status === 'COMPLETE') return report.counts.requirements ?? 0
    // As a page asks, not in a loop that would take the server's core.
    await wait(50)
  }
}
