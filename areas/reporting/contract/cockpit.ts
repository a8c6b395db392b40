import type { Ask } from '#kit/contract/source.ts'
import type { Block, Layout } from './layout.ts'

type Titles = readonly [en: string, fr: string]
const block = (id: string, type: Block['type'], [title_en, title_fr]: Titles, ask: Partial<Ask> & Pick<Ask, 'source'>, more: Partial<Block> = {}): Block => ({
  id: `cockpit${id}`,
  type,
  title_en,
  title_fr,
  ask: { filters: [], how: 'COUNT', columns: [], sort: [], given: {}, ...ask },
  span: null,
  step: 'MONTH',
  width: 1,
  height: 'MEDIUM',
  target: null,
  compared: false,
  text_en: null,
  text_fr: null,
  ...more,
})
const count = (id: string, titles: Titles, source: string, figure: string) => block(id, 'KPI', titles, { source, figure })

/** The cockpit as a dashboard: it comes with the product, is the same for every organisation, and is there to be copied, whole or by its blocks. */
export const cockpitLayout: Layout = {
  sections: [
    {
      id: 'sectionstand',
      title_en: 'Where we stand',
      title_fr: 'Où nous en sommes',
      columns: 4,
      blocks: [
        block('score', 'KPI', ['Score', 'Score'], { source: 'scores.score' }, { compared: true }),
        count('late', ['Late actions', 'Actions en retard'], 'rows.remediation', 'remediation.late'),
        count('tasks', ['Late answers to recurring tasks', 'Réponses en retard aux tâches récurrentes'], 'rows.occurrence', 'occurrence.late'),
        count('evidence', ['Expired evidence in use', 'Preuves expirées utilisées'], 'rows.evidence', 'evidence.expired_in_use'),
      ],
    },
    {
      id: 'sectionattention',
      title_en: 'Needs attention',
      title_fr: 'À traiter',
      columns: 2,
      blocks: [
        block('mine', 'TABLE', ['Waiting for me', 'En attente de ma part'], { source: 'dashboards.mine' }),
        block('teams', 'TABLE', ['In my scope', 'Dans mon périmètre'], { source: 'dashboards.attention' }),
      ],
    },
    {
      id: 'sectionscore',
      title_en: 'Score',
      title_fr: 'Score',
      columns: 2,
      blocks: [
        block(
          'course',
          'LINE',
          ['Score over time', 'Score dans le temps'],
          { source: 'scores.course' },
          { span: 'LAST_365_DAYS', target: { kind: 'OBJECTIVE' } },
        ),
        block('policies', 'POLICY_SCORE', ['Scores of policies', 'Scores des politiques'], { source: 'scores.policies' }),
        block('forecast', 'LINE', ['Score if nobody acts', 'Score si personne n’agit'], { source: 'dashboards.forecast' }, { target: { kind: 'OBJECTIVE' } }),
        block('perimeters', 'BAR', ['Scores of perimeters', 'Scores des périmètres'], { source: 'scores.perimeters' }),
      ],
    },
    {
      id: 'sectionnext',
      title_en: 'What to do next',
      title_fr: 'Que faire ensuite',
      columns: 2,
      blocks: [
        block('steps', 'TABLE', ['Next steps for the score', 'Prochaines étapes pour le score'], { source: 'dashboards.steps' }),
        block('worst', 'TOP', ['Actions late the longest', 'Actions en retard depuis le plus longtemps'], { source: 'dashboards.late' }),
        block('moved', 'TABLE', ['What moved the score since last quarter', 'Causes de l’évolution du score depuis le dernier trimestre'], {
          source: 'scores.moved',
        }),
        block('unlinked', 'TABLE', ['Requirements without a measure', 'Exigences sans mesure'], { source: 'scores.unlinked' }),
      ],
    },
    {
      id: 'sectionwork',
      title_en: 'Work',
      title_fr: 'Travaux',
      columns: 2,
      blocks: [
        block('months', 'BAR', ['Actions by month', 'Actions par mois'], { source: 'actions.months' }, { width: 2 }),
        block('budget', 'BAR', ['Budget of actions', 'Budget des actions'], { source: 'dashboards.budget' }),
        block('coverage', 'RADAR', ['Coverage by theme', 'Couverture par thème'], { source: 'scores.coverage' }),
      ],
    },
  ],
}
