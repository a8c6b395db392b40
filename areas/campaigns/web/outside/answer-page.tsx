import { useQuery } from '@tanstack/react-query'
import { ArrowLeft } from 'lucide-react'
import { useMemo } from 'react'
import { useSession } from '#kit/web/api/session.ts'
import { useWords } from '#kit/web/i18n/words.ts'
import { path } from '#kit/web/route.ts'
import { ButtonLink } from '#kit/web/ui/button.tsx'
import { ErrorState, SkeletonRows } from '#kit/web/ui/states.tsx'
import { EvaluationScreen } from '#areas/campaigns/web/answer/evaluation-screen.tsx'
import { Box, Stack } from '#kit/web/ui/layout.tsx'
import { OutsideFrame, OutsideHead } from './outside-frame.tsx'
import { outsideSource } from './outside-source.ts'
import css from './outside.module.css'

/** The answer screen, without anything of the organisation around it. */
export function AnswerPage({ id, onSignOut }: { readonly id: number; readonly onSignOut: () => void }) {
  const t = useWords('campaigns')
  const { context } = useSession()
  const source = useMemo(() => outsideSource(id, context), [id, context])
  // Read once: from then on the screen itself keeps what is typed.
  const content = useQuery({ queryKey: ['outside', id, 'content'], queryFn: ({ signal }) => source.read(signal), staleTime: Infinity, gcTime: 0 })
  const above = (
    <>
      <OutsideHead onSignOut={onSignOut} />
      <Box as="nav" padY={4} padX={12} fill="surface" className={css.back}>
        <ButtonLink to={path('/outside')} variant="link" icon={<ArrowLeft size={14} aria-hidden />}>
          {t('outside.back')}
        </ButtonLink>
      </Box>
    </>
  )
  return (
    <OutsideFrame>
      {content.data ? (
        <Stack as="main" grow shortens id="main">
          <EvaluationScreen source={source} content={content.data} above={above} />
        </Stack>
      ) : (
        <>
          {above}
          <Stack as="main" gap={16} full className={css.page} id="main">
            {content.isError ? <ErrorState reason={content.error} title={t('outside.failed')} onRetry={() => void content.refetch()} /> : <SkeletonRows />}
          </Stack>
        </>
      )}
    </OutsideFrame>
  )
}
