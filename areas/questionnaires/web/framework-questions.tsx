import { useQuery } from '@tanstack/react-query'
import { MessageCircleQuestion } from 'lucide-react'
import { useState } from 'react'
import type { frameworkQuestions, fromFramework } from '#areas/questionnaires/contract/calls.ts'
import { api, failureText } from '#kit/web/api/client.ts'
import { renewed } from '#kit/web/api/queries.ts'
import { useWords } from '#kit/web/i18n/words.ts'
import { useNavigate } from '#kit/web/navigation.ts'
import { path } from '#kit/web/route.ts'
import { Button, ButtonLink } from '#kit/web/ui/button.tsx'
import { toast } from '#kit/web/ui/toast.ts'

interface FrameworkQuestionsProps {
  readonly urn: string
  readonly name_en: string | null
  readonly name_fr: string | null
}

/** A button beside a framework that brought questions: to the questionnaire made of them, or to make it; nothing for others. */
export function FrameworkQuestions({ urn, name_en, name_fr }: FrameworkQuestionsProps) {
  const t = useWords('questionnaires')
  const navigate = useNavigate()
  const [busy, setBusy] = useState(false)
  const { data } = useQuery({
    queryKey: ['questionnaire', 'framework', urn],
    queryFn: ({ signal }) => api.call<typeof frameworkQuestions>('GET /questionnaire/framework', { query: { urn }, signal }),
    select: ({ object }) => object,
  })
  if (!data || data.questions === 0) return null
  if (data.questionnaire !== null) {
    return (
      <ButtonLink size="sm" to={path('/org/questionnaires/$id', { id: data.questionnaire })} icon={<MessageCircleQuestion size={14} aria-hidden />}>
        {t('framework.open')}
      </ButtonLink>
    )
  }
  const make = async () => {
    setBusy(true)
    try {
      const { message, object } = await api.call<typeof fromFramework>('POST /questionnaire/framework', {
        body: { urn, name_en: name_en?.slice(0, 255) ?? null, name_fr: name_fr?.slice(0, 255) ?? null },
      })
      toast.success(message ?? '')
      await renewed()
      void navigate({ to: path('/org/questionnaires/$id', { id: object.id }) })
    } catch (reason) {
      toast.error(failureText(reason))
    } finally {
      setBusy(false)
    }
  }
  return (
    <Button size="sm" loading={busy} icon={<MessageCircleQuestion size={14} aria-hidden />} onClick={() => void make()}>
      {t('framework.make', { count: data.questions })}
    </Button>
  )
}
