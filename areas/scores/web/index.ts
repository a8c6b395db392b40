export { PolicyScores } from './policy-scores.tsx'
export { ScoreBadge, ScoreBar, ScorePair } from './score-marks.tsx'
export { ScoreExplanation } from './score-explanation.tsx'
export { TargetButton } from './target-button.tsx'
export { answerOf, ScoreChange as WhatMoved } from './score-change.tsx'
export { YearTrend } from './year-trend.tsx'
export { wrongTarget } from './wrong-target.ts'
export {
  useExplanationAhead,
  useMoved,
  usePerimeterScores,
  usePolicyScores,
  usePolicyTiles,
  usePosture,
  useScore,
  useScoreHistory,
  useUnlinked,
  type Subject,
} from './score-api.ts'
