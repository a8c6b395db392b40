export { ScorePreview } from './score-preview.tsx'
