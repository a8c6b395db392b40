import { useParams } from '#kit/web/navigation.ts'
import { Differences } from './differences.tsx'

/** Where one measure differs from its model (MEA-18). */
export function Page() {
  const { id } = useParams<'/org/security_base/diff/$id'>()
  return <Differences measure={Number(id)} />
}
