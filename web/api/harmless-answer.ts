/**
 * Removes characters from responses that would reverse the text around them or break lines. Names that were stored before the server refused such
 * characters may still contain them. Every response that is shown passes through here.
 */
const HARMFUL = /[\u2028\u2029\u202a-\u202e\u2066-\u2069]/g;

export function harmlessAnswer(answer: Response): Response {
  if (!answer.headers.get('content-type')?.startsWith('application/json')) return answer;
  const read = answer.text.bind(answer);
  const text = async () => (await read()).replace(HARMFUL, '\ufffd');
  return Object.assign(answer, { text, json: async () => JSON.parse(await text()) });
}
