export { LineSpeaker } from './say-line.ts'
