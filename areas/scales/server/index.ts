export { defaultScale, levelShown, scaleLevels, everyScale, scaleSides, scalesWithMatrix } from './facts.ts'
