const PAGE = /^[1-9]\d{0,5}$/;

/** Which page of a list an address asks for (`?page=2`); what makes no sense there counts as not said. */
export function pageOf(params: URLSearchParams) {
  const page = params.get('page') ?? '';
  return PAGE.test(page) ? Number(page) : 1;
}
