/**
 * Names that were stored before they had to be harmless may still hold characters that turn the text around them, or break its
 * line. Everything that is shown comes through here.
 */
const HARMFUL = /[\u2028\u2029\u202a-\u202e\u2066-\u2069]/g;

export async function harmlessAnswer(answer: Response): Promise<Response> {
  if (!answer.headers.get('content-type')?.startsWith('application/json')) return answer;
  const { status, headers } = answer;
  return new Response((await answer.text()).replace(HARMFUL, '\ufffd'), { status, headers });
}
