import { strict as assert } from 'node:assert'
import { setTimeout as pause } from 'node:timers/promises'
import { dayFromNow } from '#tools/test/day-from-now.ts'
import type { Visitor, Works } from './works.ts'

const questions = 100
/** Of each evaluation so many people answer, every one other questions. */
const people = 2

interface Asked {
  readonly evaluation: number
  readonly item: number
  readonly comment: string
}
interface Row {
  readonly evaluation: string
  readonly item: string
  readonly version: number
  readonly value: string
  readonly former: number
}

const keyOf = ({ evaluation, item }: Pick<Asked, 'evaluation' | 'item'>) => `${evaluation} ${item}`

/** Two evaluations of a questionnaire, two hundred answers, given by several people at once; what they were told was saved is there, once, wherever the server was ended. */
export class AnswersUnderWay {
  readonly #works: Works
  #asked: Asked[] = []
  readonly #told = new Set<string>()

  constructor(works: Works) {
    this.#works = works
  }

  async #call(method: string, path: string, body?: object) {
    const { status, body: answer } = await this.#works.call(method, path, body)
    assert.equal(status, 200, `${path} ${JSON.stringify(answer)}`)
    return answer.object
  }

  /** A campaign that runs, of two perimeters. */
  async prepare(root: number): Promise<void> {
    const { id: questionnaire } = await this.#call('POST', '/questionnaire', { name_en: 'Long' })
    const { version } = await this.#call('GET', `/questionnaire/${questionnaire}`)
    const asked = Array.from({ length: questions }, (_, n) => ({ key: `Q${n + 1}`, text_en: `Question ${n + 1}`, type: 'TEXT' }))
    const structure = { sections: [{ key: 'S1', title_en: 'All', questions: asked }] }
    const saved = await this.#call('PUT', `/questionnaire/${questionnaire}/structure`, { structure, version })
    await this.#call('POST', `/questionnaire/${questionnaire}/publish`, { version: saved.version })
    const places: number[] = []
    for (const name_en of ['First site', 'Second site']) places.push((await this.#call('POST', '/perimeter', { name_en, parent: root })).id as number)
    const days = { date_start: dayFromNow(1), limit_date_evaluation: dayFromNow(30) }
    const { id } = await this.#call('POST', '/campaign', {
      name_en: 'Round',
      campaign_source: 'QUESTIONNAIRE',
      questionnaire,
      perimeters: places,
      ...days,
    })
    const { objects } = (await this.#works.call('GET', '/member?limit=1')).body
    await this.#call('PUT', `/campaign/${id}/people`, { role: 'EVALUATOR', member: objects[0].id })
    await this.#call('POST', `/campaign/${id}/ready`, {})
    await this.#call('POST', `/campaign/${id}/start`, {})
    for (let turn = 0; (await this.#call('GET', `/campaign/${id}`)).status !== 'STARTED'; turn += 1) {
      assert(turn < 300, 'The campaign did not start')
      await pause(200)
    }
    const found = await this.#works.call('POST', '/evaluation/page', { queryParams: { filters: [{ name: 'campaign', selected_options: [id] }] } })
    for (const { id: evaluation } of found.body.objects as { id: number }[]) {
      const { items } = await this.#call('GET', `/evaluation/${evaluation}/content`)
      this.#asked.push(...items.map(({ item }: { item: number }) => ({ evaluation, item, comment: `Answer ${evaluation} ${item}` })))
    }
    assert.equal(this.#asked.length, 2 * questions)
  }

  /** Answers all that was not said to be saved yet, `strike` in the middle of it; how many were answered. Who sends again what arrived unheard is shown their own answer. */
  async answer(visitors: readonly Visitor[], strike?: () => Promise<void>): Promise<number> {
    const left = this.#asked.filter((one) => !this.#told.has(keyOf(one)))
    let count = 0
    let struck: Promise<void> | undefined
    // Everybody has questions of both evaluations, so that they meet in each.
    const send = async (visitor: Visitor, mine: readonly Asked[]) => {
      for (const one of mine) {
        const { evaluation, item, comment } = one
        const body = { item, value: comment, version: 0 }
        const answer = await visitor.call('PUT', `/evaluation/${evaluation}/answer`, body).catch(() => null)
        if (answer === null) {
          assert(strike, 'The server went away by itself')
          return
        }
        const own = answer.status === 200 || (answer.status === 409 && answer.body.object?.value === comment)
        // What a server that ends refuses was not saved; one that goes on refuses nothing.
        if (!own && (answer.status < 500 || !strike)) assert.fail(JSON.stringify(answer.body))
        if (!own) return
        this.#told.add(keyOf(one))
        count += 1
        if (strike && count === Math.floor(left.length / 2)) struck = strike()
      }
    }
    await Promise.all(
      visitors.map((visitor, n) =>
        send(
          visitor,
          left.filter((_, at) => at % visitors.length === n),
        ),
      ),
    )
    await struck
    return count
  }

  /** How many people answer at once. */
  readonly people = 2 * people

  /** Everything acknowledged is there as it was said, once and audited; how the evaluations stand counts it. */
  async expectWhole(): Promise<void> {
    const rows = await this.#works.owner<Row>(`select a.evaluation_id as evaluation, a.item, a.version, a.value #>> '{}' as value,
        (select count(*)::int from evaluation_answer_history h where h.customer_id = a.customer_id and h.id = a.id) as former
      from evaluation_answer a`)
    const found = new Map(rows.map((row) => [`${row.evaluation} ${row.item}`, row]))
    const lost = this.#asked.filter((one) => this.#told.has(keyOf(one)) && found.get(keyOf(one))?.value !== one.comment)
    assert.deepEqual(lost, [], 'acknowledged and lost')
    assert.equal(found.size, rows.length, 'one row for each item')
    assert.deepEqual(
      rows.filter(({ version, former }) => version !== 1 || former !== 0),
      [],
      'written twice',
    )
    const states = await this.#works.owner<{
      evaluation: string
      answered: number
      rows: number
      audited: number
    }>(`select st.evaluation_id as evaluation, st.answered,
        (select count(*)::int from evaluation_answer a where a.customer_id = st.customer_id and a.evaluation_id = st.evaluation_id) as rows,
        (select count(*)::int from audit_log l where l.customer_id = st.customer_id and l.entity = 'evaluation' and l.object_id = st.evaluation_id and l.action = 'answer') as audited
      from evaluation_standing st`)
    assert.deepEqual(
      states.filter((one) => one.answered !== one.rows || one.audited !== one.rows),
      [],
      'how far it is, and the audit',
    )
  }

  /** All of it is answered. */
  expectAll(): void {
    assert.equal(this.#told.size, 2 * questions)
  }
}
