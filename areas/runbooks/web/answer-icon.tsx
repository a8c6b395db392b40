import { Check, CircleSlash, X } from 'lucide-react'
import type { OccurrenceAnswer } from '#areas/runbooks/contract/occurrence.ts'

/** Never colour alone. */
export function AnswerIcon({ answer }: { readonly answer: OccurrenceAnswer }) {
  if (answer === 'DONE' || answer === 'DONE_OK') return <Check size={16} aria-hidden />
  return answer === 'NA' ? <CircleSlash size={16} aria-hidden /> : <X size={16} aria-hidden />
}
