/** Where the resumable uploads of contributors are served, by tus 1.0. */
export const uploadsPath = '/api/board/uploads'
