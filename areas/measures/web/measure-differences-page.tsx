import { useParams } from '@tanstack/react-router'
import { Differences } from './differences.tsx'

/** Where one measure differs from its model (MEA-18). */
export function Page() {
  const { id } = useParams({ strict: false }) as { id: string }
  return <Differences measure={Number(id)} />
}
