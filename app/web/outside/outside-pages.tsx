import { AnswerPage } from '#areas/campaigns/web/outside/answer-page.tsx'
import { AskedPage } from '#areas/campaigns/web/outside/asked-page.tsx'
import { NotFoundPage } from '#app/web/errors/error-pages.tsx'
import { signOut } from '#app/web/sign-out.ts'
import { useParams } from '#kit/web/navigation.ts'

const leave = () => void signOut()

/** What is asked of somebody from outside. */
export const Asked = () => <AskedPage onSignOut={leave} />

/** One of these evaluations. */
export function Answer() {
  const { id } = useParams<'/outside/$id'>()
  return /^\d{1,15}$/.test(id) ? <AnswerPage key={id} id={Number(id)} onSignOut={leave} /> : <NotFoundPage />
}
