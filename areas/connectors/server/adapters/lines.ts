import type { linesEn } from '#areas/connectors/locales/lines-en.ts'
import type { Reach, RunLine } from './adapter.ts'

/** Says a line of the run's log; its words are `connectors.log` with the key. `metric` is the key of a metric: whoever shows the line puts its name in the reader's language there. */
export function say(reach: Pick<Reach, 'say'>, level: RunLine['level'], key: keyof typeof linesEn, values?: RunLine['values']): void {
  reach.say({ level, key, ...(values && { values }) })
}
