import { useParams } from '@tanstack/react-router'
import { Differences } from './differences.tsx'

/** Where the measures of a perimeter differ from their models (MEA-18). */
export function Page() {
  const { perimeterId } = useParams({ strict: false }) as { perimeterId: string }
  return <Differences perimeter={Number(perimeterId)} />
}
