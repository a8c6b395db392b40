import { useParams } from '#kit/web/navigation.ts'
import { Differences } from './differences.tsx'

/** Where the measures of a perimeter differ from their models (MEA-18). */
export function Page() {
  const { perimeterId } = useParams<'/org/security-bases/$perimeterId/differences'>()
  return <Differences perimeter={Number(perimeterId)} />
}
