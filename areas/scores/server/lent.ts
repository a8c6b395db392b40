import type { LentRead } from '#kit/server/http/area.ts'
import { explainCall, historyCall, movedCall, readPerimeterScores, readScore } from '#areas/scores/contract/calls.ts'

const place =
  'Of a perimeter (the highest one of this key where none is given), alone (scope own) or with those below it (consolidated), or of a grouping; of everything or of one policy.'

/** What programs may ask about scores; figures cover what they may not open, names do not. */
export const scoreReads: readonly LentRead[] = [
  {
    name: 'read_score',
    title: 'Read a score',
    description: `A score with its coverage, its proven share and what it aims at, today or as it was published on a day. ${place}`,
    call: readScore,
  },
  {
    name: 'explain_score',
    title: 'Explain a score',
    description: `Why a score is what it is: its parts with their weights, what each contributes and the reasons, level by level. Go deeper by giving the path of a part as at. ${place}`,
    call: explainCall,
  },
  {
    name: 'what_moved',
    title: 'Tell what moved a score',
    description: `What moved a score between two days, cause by cause: all amounts, in millionths of a point, add up to the difference. Give lines to have the largest causes alone. ${place}`,
    call: movedCall,
  },
  { name: 'score_history', title: 'Read a score over time', description: `The published series of a score, day by day. ${place}`, call: historyCall },
  {
    name: 'scores_of_perimeters',
    title: 'Read the scores of perimeters',
    description: 'The score of every perimeter within reach, by itself and with those below it, with its target, its policies and its last twelve months.',
    call: readPerimeterScores,
  },
]
