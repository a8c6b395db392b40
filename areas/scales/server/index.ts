export { defaultScale, levelRanked, levelShown, scaleLevels, everyScale, scaleSides, scalesWithMatrix } from './facts.ts'
