import { useParams } from '#kit/web/navigation.ts'
import { ObjectsPage } from './objects-page.tsx'

export function Page() {
  const { id } = useParams<'/admin/users/$id/objects'>()
  return <ObjectsPage key={id} whose={{ holder: 'member', id: Number(id) }} />
}
