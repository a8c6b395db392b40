import { useFormat } from '#kit/web/i18n/format.ts'
import { useWords } from '#kit/web/i18n/words.ts'
import { Link } from '#kit/web/navigation.ts'
import { path } from '#kit/web/route.ts'
import { Box } from '#kit/web/ui/layout.tsx'
import { ErrorState, SkeletonRows } from '#kit/web/ui/states.tsx'
import { Text } from '#kit/web/ui/text.tsx'
import { useFeedback } from './wiki-api.ts'
import css from './documentation.module.css'

/** What readers said of each page, for staff: the most voted first. */
export function Feedback() {
  const t = useWords('help')
  const format = useFormat()
  const { data: pages, error, refetch } = useFeedback()
  return (
    <Box as="section" above={24} padY={12} padX={16} overflow="scrolled-across" edge="all" corner={8} className={css.feedback} aria-label={t('feedback.title')}>
      <Text as="h3" below={4} line={20}>
        {t('feedback.title')}
      </Text>
      {error ? <ErrorState reason={error} onRetry={() => void refetch()} /> : null}
      {!pages && !error ? <SkeletonRows count={3} /> : null}
      {pages?.length === 0 ? <p>{t('feedback.none')}</p> : null}
      {pages && pages.length > 0 ? (
        <Box as="table" full size={13} line={20} figures>
          <thead>
            <tr>
              <th scope="col">{t('feedback.page')}</th>
              <th scope="col">{t('rating.yes')}</th>
              <th scope="col">{t('rating.kind_of')}</th>
              <th scope="col">{t('rating.no')}</th>
              <th scope="col">{t('feedback.votes')}</th>
              <th scope="col">{t('feedback.share')}</th>
            </tr>
          </thead>
          <tbody>
            {pages.map((page) => (
              <tr key={page.identifier}>
                <th scope="row">
                  <Link to={path('/doc/$id', { id: page.identifier })}>{page.title}</Link>
                </th>
                <td>{format.number(page.helpful)}</td>
                <td>{format.number(page.kind_of)}</td>
                <td>{format.number(page.not_really)}</td>
                <td>{format.number(page.votes)}</td>
                <td>{format.percent(Math.round((100 * page.helpful) / page.votes))}</td>
              </tr>
            ))}
          </tbody>
        </Box>
      ) : null}
    </Box>
  )
}
