import { prepare } from '#areas/questionnaires/contract/play.ts'
import { questionsOf, structureSchema, type Structure } from '#areas/questionnaires/contract/structure.ts'
import { atMost, ms, type Figure } from './figure.ts'
import { signIn } from './http-client.ts'
import { median } from './measure.ts'
import { password, type World } from './world.ts'

const [questions, answered] = [1000, 200]

/** A questionnaire of 1,000 questions, each under two conditions: answered one by one, saved and published. */
export async function questionnaires(world: World): Promise<Figure[]> {
  const structure = large()
  const conditions = questionsOf(structure).reduce((sum, one) => sum + one.conditions.flat().length, 0)
  const run = prepare(structure)
  const answers: Record<string, string[]> = Object.fromEntries(questionsOf(structure).map(({ key }) => [key, ['O1']]))
  const each: number[] = []
  for (let n = 0; n < answered; n += 1) {
    answers[`Q${(n * 7) % questions}`] = [n % 2 ? 'O1' : 'O0']
    const start = performance.now()
    run(answers)
    each.push(performance.now() - start)
  }
  const customer = await world.customer('Questionnaires')
  const pilot = await signIn(world.server.port, await world.member(customer, { roles: ['global_pilote'] }), password)
  const made = JSON.parse((await pilot.call('POST', '/questionnaire', { name_en: 'Large' })).body.toString()) as { object: { id: number; version: number } }
  const saves: number[] = []
  let { version } = made.object
  for (let n = 0; n < 15; n += 1) {
    const start = performance.now()
    const { body } = await pilot.call('PUT', `/questionnaire/${made.object.id}/structure`, { structure, version })
    saves.push(performance.now() - start)
    version = (JSON.parse(body.toString()) as { object: { version: number } }).object.version
  }
  return [
    atMost(`an answer among ${questions} questions with ${conditions} conditions, slowest of ${answered}`, Math.max(...each), 20, ms),
    atMost(`saving its draft, median of ${saves.length}`, median(saves), 500, ms),
  ]
}

function large(): Structure {
  const sections = 10
  return structureSchema.parse({
    accumulators: [{ key: 'SUM', name_en: 'Sum', max: 100_000 }],
    sections: Array.from({ length: sections }, (_, s) => ({
      key: `S${s}`,
      title_en: `Section ${s}`,
      questions: Array.from({ length: questions / sections }, (__, q) => {
        const n = (s * questions) / sections + q
        const options = [0, 1, 2].map((o) => ({ key: `O${o}`, label_en: `Option ${o}`, value: o * 50, effects: [{ accumulator: 'SUM', delta: o }] }))
        const before = { type: 'ANSWER' as const, question: `Q${n - 1}`, operator: 'IN' as const, values: ['O1'] }
        const sum = { type: 'ACCUMULATOR' as const, accumulator: 'SUM', operator: 'GE' as const, value: 0 }
        return { key: `Q${n}`, text_en: `Question ${n}`, type: 'SINGLE' as const, options, conditions: n === 0 ? [[sum], [sum]] : [[before], [sum]] }
      }),
    })),
  })
}
