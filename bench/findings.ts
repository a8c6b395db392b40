import { setTimeout as wait } from 'node:timers/promises'
import { atMost, count, ms, type Figure } from './figure.ts'
import { signIn, type Visitor } from './http-client.ts'
import { password, type World } from './world.ts'

const findings = 10_000

/** What scanners bring: ten thousand findings in one file, the same once more, and another one. */
export async function importedFindings(world: World): Promise<Figure[]> {
  const customer = await world.customer('Scanner')
  const person = await signIn(world.server.port, await world.member(customer, { roles: ['global_pilote'] }), password)
  const { object } = JSON.parse((await person.call('POST', '/gap_register', { name_en: 'Scan', type: 'SCAN' })).body.toString()) as { object: { id: number } }
  const file = (title: string) =>
    ['external_key,name,score,chapter', ...Array.from({ length: findings }, (_, n) => `k${n},${title} ${n},${[25, 50, 75, 100][n % 4]},Part ${n % 12}`)].join(
      '\n',
    )
  const timed = async (content: string) => {
    const start = performance.now()
    const counts = await send(world, person, object.id, content)
    return { took: performance.now() - start, counts }
  }
  const first = await timed(file('Weakness'))
  const again = await timed(file('Weakness'))
  const changed = await timed(file('Worse'))
  person.close()
  return [
    { ...atMost(`findings that one file of ${findings} brings`, first.counts.created ?? 0, findings, count), met: first.counts.created === findings },
    atMost('from its upload to its report', first.took, 30_000, ms),
    atMost(`the same file again: ${again.counts.unchanged} unchanged`, again.took, 15_000, ms),
    atMost(`another one: ${changed.counts.updated} updated`, changed.took, 45_000, ms),
  ]
}

async function send({ server }: World, person: Visitor, register: number, content: string): Promise<Readonly<Record<string, number>>> {
  const form = new FormData()
  form.append('file', new Blob([content]), 'scan.csv')
  const headers = { cookie: person.cookie, 'x-vigie': '1' }
  const answer = await fetch(`${server.address}/api/gap_register/${register}/gap_finding`, { method: 'POST', body: form, headers })
  if (!answer.ok) throw new Error(await answer.text())
  const { object } = (await answer.json()) as { object: { report_id: number } }
  for (;;) {
    const { object: report } = JSON.parse((await person.call('GET', `/import_report/${object.report_id}`)).body.toString()) as {
      object: { status: string; counts: Readonly<Record<string, number>> }
    }
    if (report.status === 'ERROR') throw new Error(JSON.stringify(report))
    if (report.status === 'COMPLETE') return report.counts
    await wait(50)
  }
}
