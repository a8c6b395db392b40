import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { readStructure } from '#areas/questionnaires/contract/calls.ts'
import { questionnaire } from '#areas/questionnaires/contract/questionnaire.ts'
import { loadingError } from '#kit/web/api/loading-error.ts'
import { api } from '#kit/web/api/client.ts'
import { useParams } from '#kit/web/navigation.ts'
import { useRecord } from '#kit/web/resource/list-api.ts'
import { Page as Sheet } from '#kit/web/ui/page.tsx'
import { ErrorState, SkeletonRows } from '#kit/web/ui/states.tsx'
import { Builder } from './builder.tsx'

/** One questionnaire: its draft being written, or a version of it as it was published. */
export function Page() {
  const { id } = useParams<'/org/questionnaires/$id'>()
  const [edition, setEdition] = useState<number>()
  const [round, setRound] = useState(0)
  const record = useRecord(questionnaire, id)
  const content = useQuery({
    // A name of its own: saving the draft tells all that is called after the entity to be read anew.
    queryKey: ['questionnaire_structure', id, edition, round],
    queryFn: ({ signal }) =>
      api.call<typeof readStructure>('GET /questionnaire/{id}/structure', { params: { id }, query: edition === undefined ? {} : { edition }, signal }),
    select: ({ object }) => object,
    // What is being written is not read anew under whoever writes it.
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    refetchOnWindowFocus: false,
  })
  const lost = loadingError(record) ?? loadingError(content)
  if (lost) return <ErrorState reason={lost} onRetry={() => void Promise.all([record.refetch(), content.refetch()])} />
  if (!record.data || !content.data) {
    return (
      <Sheet>
        <SkeletonRows count={16} />
      </Sheet>
    )
  }
  const again = () => {
    setEdition(undefined)
    setRound((before) => before + 1)
  }
  return <Builder key={`${id} ${content.data.edition} ${round}`} row={record.data} content={content.data} onEdition={setEdition} onAgain={again} />
}
