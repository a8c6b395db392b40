import { markReviewClosed } from '#areas/reporting/server/index.ts'
import { daysOfReport } from '#areas/reporting/contract/report-period.ts'
import type { ReviewText } from '#areas/reporting/contract/management-review.ts'
import type { Text } from '#demo/content/types.ts'
import type { Happening } from './happening.ts'
import { inBoth, type Site } from './site.ts'

/** Days on which the review of the last quarter is prepared and held, and the report of the month is scheduled. */
const [prepared, held, scheduled] = [-24, -17, -40]

const said: Readonly<Record<ReviewText, Text>> = {
  earlier_actions: {
    en: 'The actions decided three months ago are done, save the separation of networks in Bologna, which waits for its supplier.',
    fr: 'Les actions décidées il y a trois mois sont faites, sauf la séparation des réseaux de Bologne, qui attend son prestataire.',
  },
  context: {
    en: 'A new site is being integrated. The law that transposes NIS 2 sets the date by which our plants must be registered.',
    fr: 'Un nouveau site est en cours d’intégration. La loi qui transpose NIS 2 fixe la date à laquelle nos usines doivent être enregistrées.',
  },
  needs: {
    en: 'Two customers ask for evidence of backup restoration; the works council asks to be told of monitoring on the shop floor.',
    fr: 'Deux clients demandent la preuve des restaurations de sauvegarde ; le comité social demande à être informé de la surveillance dans les ateliers.',
  },
  nonconformities: {
    en: 'Gaps close faster than they open. Those of the foundry remain too old.',
    fr: 'Les écarts se referment plus vite qu’ils ne s’ouvrent. Ceux de la fonderie restent trop anciens.',
  },
  measurement: {
    en: 'The score rises but stays below its target, mostly for lack of evidence.',
    fr: 'Le score progresse mais reste sous sa cible, surtout faute de preuves.',
  },
  audits: {
    en: 'Internal audit found no major non-conformity. The evaluation of suppliers has begun.',
    fr: 'L’audit interne n’a relevé aucune non-conformité majeure. L’évaluation des prestataires a commencé.',
  },
  objectives: {
    en: 'The target of the head office is reached; those of the plants are kept for the end of the year.',
    fr: 'La cible du siège est atteinte ; celles des usines sont maintenues pour la fin de l’année.',
  },
  feedback: {
    en: 'The insurer asks that strong authentication be extended to subcontractors.',
    fr: 'L’assureur demande que l’authentification forte soit étendue aux sous-traitants.',
  },
  risks: {
    en: 'Two risks remain above the appetite. Their treatment plans are approved.',
    fr: 'Deux risques restent au-dessus de l’appétence. Leurs plans de traitement sont approuvés.',
  },
  improvement: {
    en: 'Share the measures of the head office with the plants instead of writing them again.',
    fr: 'Partager les mesures du siège avec les usines au lieu de les réécrire.',
  },
  decided_improvements: {
    en: 'Release the budget for restoration tests in each plant before the end of the year.',
    fr: 'Débloquer le budget des tests de restauration dans chaque usine avant la fin de l’année.',
  },
  decided_changes: {
    en: 'Widen the management system to the new site; revise the policy on suppliers.',
    fr: 'Étendre le système de management au nouveau site ; réviser la politique relative aux prestataires.',
  },
}

/** A report that is sent each month, and the management review of the last quarter, held and closed. */
export function reportingOf(site: Site): Happening[] {
  if (site.content.perimeters.every(({ key }) => key !== 'aquilor')) return []
  const { days } = daysOfReport('LAST_QUARTER', site.dateAt(held))
  const auditor = site.content.people.find(({ role }) => role === 'global_auditor')
  const local = site.content.people.find(({ role }) => role === 'local_pilote')
  const members = [auditor, local].flatMap((person) => (person ? [person.key] : []))
  return [
    {
      day: scheduled,
      what: 'discuss',
      by: site.pilot,
      run: (session) =>
        session.create('report_schedule', 'monthly', {
          ...inBoth('name', { en: 'Actions of the month', fr: 'Actions du mois' }),
          report: 'ACTIONS',
          period: 'LAST_MONTH',
          every: 'MONTH',
          recipients: [site.pilot.key, ...members].map((key) => site.id('member', key)),
        }),
    },
    {
      day: prepared,
      what: 'discuss',
      by: site.pilot,
      run: (session) =>
        session.create('management_review', 'quarter', {
          ...inBoth('name', { en: 'Management review of the quarter', fr: 'Revue de direction du trimestre' }),
          period_from: days.from,
          period_to: days.to,
          chair: site.id('member', site.pilot.key),
          participants: members.map((key) => site.id('member', key)),
        }),
    },
    {
      day: held,
      what: 'discuss',
      by: site.pilot,
      run: async (session) => {
        const id = site.id('management_review', 'quarter')
        const texts = Object.fromEntries(Object.entries(said).map(([name, text]) => [name, site.translate(text)]))
        await session.update('management_review', id, { ...texts, held_on: site.dateAt(held) })
        await markReviewClosed(session.tx, session.resources, id)
      },
    },
  ]
}
