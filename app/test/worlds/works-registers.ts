import { strict as assert } from 'node:assert'
import { setTimeout as pause } from 'node:timers/promises'
import { dayFromNow } from '#tools/test/day-from-now.ts'
import type { Visitor, Works } from './works.ts'

const each = 8
const findings = 300
const second = 'second@works.example'

/** Requests to decide about, reviews to close, an incident to write down and a scan to read: asked of a server all at once, so that it can be ended in the middle of them. */
export class RegistersUnderWay {
  readonly #works: Works
  #register = 0
  #incident = 0
  #exemptions: number[] = []
  #reviews: number[] = []
  #decider: Visitor | undefined
  /** What the server said it had done, by kind and number. */
  readonly #told = new Set<string>()

  constructor(works: Works) {
    this.#works = works
  }

  async #made(path: string, body: object, method = 'POST'): Promise<number> {
    const { status, body: answer } = await this.#works.call(method, path, body)
    assert.equal(status, 200, JSON.stringify(answer))
    return answer.object.id as number
  }

  /** What it is done to, asked for by somebody else than whoever decides. */
  async prepare(perimeter: number): Promise<void> {
    await this.#made('/member', { firstname: 'Second', lastname: 'Pilot', email: second, roles: ['global_pilote'] })
    this.#register = await this.#made('/gap_register', { name_en: 'Scan', type: 'SCAN' })
    this.#incident = await this.#made('/incident', { name_en: 'Phish', perimeter })
    const program = await this.#made('/program', { name_en: 'Mending' })
    const held = await this.#made('/exemption_register', { name_en: 'Exemptions' })
    const days = { start_date: dayFromNow(0), end_date: dayFromNow(9) }
    for (let n = 0; n < each; n += 1) {
      this.#exemptions.push(await this.#made('/exemption', { name_en: `Press ${n}`, reason: 'Old', register: held, perimeters: [perimeter], ...days }))
      const gap = await this.#made('/gap', { name_en: `Found ${n}`, register: this.#register, perimeter })
      const action = await this.#made('/remediation', { name_en: `Mend ${n}`, program, perimeter, source_object: { entity: 'gap', id: gap } })
      await this.#made(`/remediation/${action}`, { status: 'FINISHED', proofs: [{ name: 'Report', url: 'https://intranet.example/report' }] }, 'PUT')
      this.#reviews.push((await this.#works.call('GET', `/remediation/${action}/review`)).body.objects[0].id as number)
    }
    await this.#works.owner(
      `update account set password_changed_at = moment(), password_hash = (select o.password_hash from account o where o.email <> $1 and o.password_hash is not null limit 1)
      where email = $1`,
      [second],
    )
    this.#decider = await this.#works.visitor(second)
  }

  /** Sends all of it, and waits until some is done; what is answered with success must be there whatever comes. */
  async begin(): Promise<void> {
    const form = new FormData()
    const lines = Array.from({ length: findings }, (_, n) => `k${n},Finding ${n},50`)
    form.append('file', new Blob([['external_key,name,score', ...lines].join('\n')]), 'scan.csv')
    const { status, body } = await this.#works.call('POST', `/gap_register/${this.#register}/gap_finding`, form)
    assert.equal(status, 200, JSON.stringify(body))
    const refused: unknown[] = []
    const send = (name: string, method: string, path: string, given: object) =>
      this.#decider?.call(method, path, given).then(
        (answer) => {
          if (answer?.status === 200) this.#told.add(name)
          else refused.push(answer?.body)
        },
        () => {},
      )
    for (let n = 0; n < each; n += 1) {
      void send(`exemption ${n}`, 'POST', `/exemption/${this.#exemptions[n]}/grant`, { comment: 'Fine' })
      void send(`entry ${n}`, 'POST', `/incident/${this.#incident}/entries`, { kind: 'NOTE', text: `Entry ${n}` })
      void send(`review ${n}`, 'PUT', `/review/${this.#reviews[n]}`, { status: 'CLOSED' })
    }
    while (this.#told.size < each / 2 && refused.length === 0) await pause(5)
    assert.deepEqual(refused, [])
  }

  /** Each is done with all that belongs to it, or not at all, and nothing twice. */
  async expectWhole(): Promise<void> {
    const granted = await this.#works.owner<{ status: string; decisions: number; audited: boolean }>(
      `select e.status, (select count(*)::int from decision d join decision_request q on q.customer_id = d.customer_id and q.id = d.request_id
          where q.customer_id = e.customer_id and q.entity = 'exemption' and q.object_id = e.id and d.outcome = 'GRANTED') as decisions,
        (select count(*)::int > 0 from audit_log a where a.customer_id = e.customer_id and a.entity = 'exemption' and a.object_id = e.id and a.object_version = e.version) as audited
      from exemption e where e.id = any($1::bigint[]) order by e.id`,
      [this.#exemptions],
    )
    for (const [n, { status, decisions, audited }] of granted.entries()) {
      assert.deepEqual([decisions, audited], [status === 'GRANTED' ? 1 : 0, true])
      if (this.#told.has(`exemption ${n}`)) assert.equal(status, 'GRANTED')
    }
    const closed = await this.#works.owner<{ status: string; target: string }>(
      'select r.status, g.status as target from review r join gap g on g.customer_id = r.customer_id and g.id = r.target_gap_id where r.id = any($1::bigint[]) order by r.id',
      [this.#reviews],
    )
    assert.equal(closed.length, each)
    for (const [n, { status, target }] of closed.entries()) {
      assert.equal(target === 'CLOSE', status === 'CLOSED')
      if (this.#told.has(`review ${n}`)) assert.equal(status, 'CLOSED')
    }
    const { body } = await this.#works.call('GET', `/incident/${this.#incident}/timeline`)
    const entries = (body.objects as { kind: string; text: string | null }[]).filter(({ kind }) => kind === 'NOTE').map(({ text }) => text)
    assert.equal(new Set(entries).size, entries.length)
    for (let n = 0; n < each; n += 1) if (this.#told.has(`entry ${n}`)) assert(entries.includes(`Entry ${n}`))
    assert((await this.#found()) % findings === 0)
  }

  async #found(): Promise<number> {
    const rows = await this.#works.owner<{ n: number }>('select count(*)::int as n from gap where register_id = $1 and external_key is not null', [
      this.#register,
    ])
    return rows[0]?.n ?? 0
  }

  /** The scan is read once, by whatever server lives then. */
  readonly imported = async (): Promise<boolean> => (await this.#found()) === findings
}
