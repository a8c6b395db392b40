import type { AnalysisStory, ScenarioStory } from '#demo/content/analysis-story.ts'

const scenario = (
  asset: string,
  threat: string,
  [probability, impact]: readonly [number, number],
  en: string,
  fr: string,
  target?: readonly [number, number],
): ScenarioStory => ({ asset, threat, probability, impact, reason: { en, fr }, ...(target && { target }) })

/** One study that is done and published, one that has come to its scenarios. */
export const analyses: readonly AnalysisStory[] = [
  {
    key: 'foundry',
    name: { en: 'Furnaces of Saint-Étienne', fr: 'Fours de Saint-Étienne' },
    context: {
      en: 'What keeps the furnaces hot and safe: control room, controllers, industrial network, crews. Office computing is left out.',
      fr: 'Ce qui garde les fours chauds et sûrs : supervision, automates, réseau industriel, équipes. La bureautique est laissée de côté.',
    },
    perimeter: 'saint-etienne',
    manager: 'marta',
    day: -44,
    values: ['pouring'],
    impacts: [
      ['pouring', 'OPERATIONAL', 4, { en: 'A furnace that goes cold stops the plant for a week', fr: 'Un four qui refroidit arrête l’usine une semaine' }],
      ['pouring', 'HUMAN', 3, { en: 'Molten metal where nobody expects it', fr: 'Du métal en fusion là où personne ne l’attend' }],
      ['pouring', 'FINANCIAL', 3, { en: 'A lost campaign', fr: 'Une campagne perdue' }],
    ],
    threats: ['TE-05', 'TE-10', 'TE-11', 'TE-16', 'TE-23', 'TE-32'],
    retained: [
      scenario(
        'scada',
        'TE-10',
        [3, 4],
        'Service keys are plugged in at every visit of the maker',
        'Des clés de maintenance sont branchées à chaque visite du constructeur',
        [2, 3],
      ),
      scenario('plc-furnace', 'TE-05', [2, 4], 'Controllers are six years behind their patches', 'Les automates ont six ans de retard de correctifs', [1, 4]),
      scenario('ot-ste', 'TE-23', [2, 3], 'One switch, no second way', 'Un seul commutateur, pas de second chemin', [1, 3]),
      scenario('furnace-crew', 'TE-32', [2, 3], 'Three people know the emergency drain', 'Trois personnes connaissent la vidange de secours', [2, 2]),
      scenario('foundry', 'TE-16', [1, 4], 'Sprinklers were checked in spring', 'Les sprinklers ont été contrôlés au printemps'),
    ],
    step: 6,
    published: { day: -30, register: { en: 'Risks of the foundry', fr: 'Risques de la fonderie' } },
    due: -28,
  },
  {
    key: 'assembly',
    name: { en: 'Assembly in Gent', fr: 'Assemblage à Gand' },
    context: {
      en: 'The lines that are promised by the week, and what tells them what to build.',
      fr: 'Les lignes promises à la semaine, et ce qui leur dit quoi assembler.',
    },
    perimeter: 'gent',
    manager: 'tomas',
    day: -9,
    values: ['assembly'],
    impacts: [['assembly', 'OPERATIONAL', 3, { en: 'Orders slip by two weeks', fr: 'Les commandes glissent de deux semaines' }]],
    threats: ['TE-01', 'TE-10', 'TE-23'],
    retained: [],
    step: 4,
    due: 30,
  },
]
