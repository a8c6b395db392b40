import { sql } from 'kysely'
import { z } from 'zod'
import { momentInWords } from '#kit/contract/date-order.ts'
import type { ReportBlock } from '#kit/contract/report.ts'
import { levelName, levelOf } from '#kit/contract/level.ts'
import { authorize } from '#kit/server/access/authorize.ts'
import { getRow } from '#kit/server/data/lists/get-row.ts'
import { levelsOf } from '#kit/server/data/resources/levels.ts'
import { resourceOf } from '#kit/server/data/resources/resource.ts'
import { reportFrame } from '#kit/server/reports/frame.ts'
import { defineReport } from '#kit/server/reports/report-kind.ts'
import { clocks, type Clock } from '#areas/incidents/contract/clock.ts'
import { dimensions } from '#areas/incidents/contract/incident.ts'
import { shownClocks } from './clocks.ts'
import { contactsOf } from './linked-work.ts'
import { entriesOf, textIn } from './timeline.ts'

/** What each authority asks for, in the order of the law: NIS 2, article 23(4), GDPR, article 33(3). */
const asked: Readonly<Record<Clock, readonly string[]>> = {
  EARLY_WARNING: ['summary', 'malicious', 'cross_border', 'first_steps'],
  NOTIFICATION: ['summary', 'assessment', 'compromise', 'first_steps', 'cross_border'],
  FINAL_REPORT: ['description', 'cause', 'mitigation', 'cross_border', 'lessons'],
  GDPR: ['nature', 'people', 'contact', 'consequences', 'mitigation'],
}
/** What the record of the incident answers by itself. */
const answers: Readonly<Record<string, string>> = {
  summary: 'description',
  description: 'description',
  nature: 'description',
  cause: 'cause',
  lessons: 'lessons_learned',
}

/** How many of whom to call an authority is told: who is first in the order of escalation, and who stands in for them. */
const contactsTold = 3

/** The text to send to an authority, as far as the incident says it; what it does not is left to be completed by hand. */
export const notificationReport = defineReport({
  name: 'notification',
  entity: 'incident',
  right: 'incident.read',
  summary: 'Make the text to send to an authority about an incident',
  asked: z.object({ clock: z.enum(clocks).default('EARLY_WARNING') }),
  compose: async (context) => {
    const { tx, resources, who, id, asked: chosen, translate } = context
    const say = (key: string, values?: Record<string, string | number>) => translate(`incidents.${key}`, values)
    const resource = resourceOf(resources, 'incident')
    const row = await getRow(tx, authorize(who, 'incident.read'), resource, resources, id)
    const [running, entries, levels, contacts] = await Promise.all([shownClocks(tx, id), entriesOf(tx, resources, id), levelsOf(tx), contactsOf(tx, id)])
    const clock = running.find((each) => each.clock === chosen.clock)
    const at = (moment: unknown) =>
      typeof moment === 'string' || moment instanceof Date ? momentInWords(new Date(moment), who.timeZone, who.lang) : say('report.to_complete')
    const level = (scale: string, value: unknown) => {
      const found = levelOf(levels[scale] ?? [], value)
      return found ? levelName(found, who.lang) : null
    }
    const text = (value: unknown) => (typeof value === 'string' && value.trim() !== '' ? value : null)
    const line = (label: string, value: string) => ({
      kind: 'paragraph' as const,
      text: [{ text: `${label}${who.lang === 'fr' ? ' : ' : ': '}`, strong: true }, { text: value }],
    })
    const name = (field: string) => (row[field] as { readonly name: string } | null)?.name ?? null
    const field = (key: string) => say(`entities.incident.fields.${key}`)
    const yes = (value: unknown) => (value === 'YES' || value === 'NO' ? say(`entities.incident.choices.significant.${value}`) : say('report.to_complete'))
    const harm = ['impact', ...dimensions].flatMap((key) => {
      const rating = level('business_impacts', row[key])
      return rating === null ? [] : [line(field(key), rating)]
    })
    const category = text(row.category)
    const steps = entries
      .filter(({ kind, corrected_by }) => (kind === 'DECISION' || kind === 'CONTACT' || kind === 'FINDING') && corrected_by === null)
      .toReversed()
    const body = (key: string): ReportBlock[] => {
      if (key === 'first_steps' || key === 'mitigation')
        return steps.length > 0
          ? steps.map((entry) => line(at(entry.happened_at), textIn(entry, who.lang)))
          : [{ kind: 'paragraph', text: [{ text: say('report.to_complete'), soft: true }] }]
      if (key === 'contact' && contacts.length > 0)
        return contacts
          .slice(0, contactsTold)
          .map(({ name: called, job_function, phone, email }) => line(called, [job_function, phone, email].filter((part) => part !== null).join(', ')))
      const answered = text(row[answers[key] ?? ''])
      if (key === 'assessment' || key === 'consequences')
        return harm.length > 0 ? harm : [{ kind: 'paragraph', text: [{ text: say('report.to_complete'), soft: true }] }]
      return answered ? [{ kind: 'markdown', text: answered }] : [{ kind: 'paragraph', text: [{ text: say('report.to_complete'), soft: true }] }]
    }
    const organisation = await tx.first(sql<{ name: string }>`select name from customer where id = ${tx.customerId} and current_customer() = ${tx.customerId}`)
    const blocks: ReportBlock[] = [
      ...(row.exercise === true ? [{ kind: 'paragraph' as const, text: [{ text: say('report.exercise'), badge: 'warning' as const }] }] : []),
      { kind: 'paragraph', text: [{ text: say(`report.about.${chosen.clock}`), soft: true }] },
      { kind: 'heading', level: 1, text: say('report.facts') },
      line(say('report.organisation'), organisation?.name ?? ''),
      line(say('report.authority'), clock?.authority ?? say('report.to_complete')),
      line(field('identifier'), String(row.identifier)),
      line(field('name'), String(row.name ?? '')),
      line(field('perimeter'), name('perimeter') ?? name('tag') ?? say('report.to_complete')),
      line(field('category'), category ? say(`entities.incident.choices.category.${category}`) : say('report.to_complete')),
      line(field('severity'), level('priority', row.severity) ?? String(row.severity ?? '')),
      line(field('occurred_at'), at(row.occurred_at)),
      line(field('detected_at'), at(row.detected_at)),
      line(field('aware_at'), at(row.aware_at)),
      ...(clock ? [line(say('report.due'), at(clock.due))] : []),
      line(field('status'), say(`entities.incident.choices.status.${String(row.status)}`)),
      line(field('significant'), yes(row.significant)),
      line(field('personal_data'), yes(row.personal_data)),
      line(field('manager'), name('manager') ?? name('group') ?? say('report.to_complete')),
      ...asked[chosen.clock].flatMap((key) => [{ kind: 'heading' as const, level: 1 as const, text: say(`report.parts.${key}`) }, ...body(key)]),
    ]
    return {
      ...(await reportFrame(context, { title: say(`clock.name.${chosen.clock}`), subtitle: `${String(row.identifier)} ${String(row.name ?? '')}` })),
      blocks,
    }
  },
})
