;; Definition and references in a real Emacs with Eglot, which `scripts/editors/run` starts:
;;   emacs --batch -l eglot.el
;; NOTES is a folder with a notebook, CAIRN the program. Ends with code 0 if all is well.

(package-initialize)
(require 'eglot)
(require 'markdown-mode)

(defvar cairn-notes (getenv "NOTES"))
(defvar cairn-failures 0)

(defun cairn-check (name right found)
  (unless right (setq cairn-failures (1+ cairn-failures)))
  (message "%s %s%s" (if right "ok  " "FAIL") name (if right "" (format ": %S" found))))

(setq eglot-sync-connect 10)
(find-file (expand-file-name "list.md" cairn-notes))
(markdown-mode)
(eglot '(markdown-mode) (cons 'transient cairn-notes) 'eglot-lsp-server
       (list (getenv "CAIRN") "lsp") "markdown")
(goto-char (point-min))
(search-forward "[[Sar")
(let* ((name (xref-backend-identifier-at-point 'eglot))
       (found (xref-backend-definitions 'eglot name))
       (group (and found (xref-location-group (xref-item-location (car found))))))
  (cairn-check "definition" (and group (string-match-p "people/sarah\\.md\\'" group)) group))
(let* ((name (xref-backend-identifier-at-point 'eglot))
       (found (xref-backend-references 'eglot name)))
  ;; The capture itself, and the link to it.
  (cairn-check "references" (= (length found) 2) found))
(goto-char (point-max))
(insert "😀 给 [[Sar")
(eglot--signal-textDocument/didChange)
(let* ((found (jsonrpc-request (eglot-current-server) :textDocument/completion
                               (eglot--TextDocumentPositionParams)))
       (item (aref (plist-get found :items) 0)))
  (cairn-check "completion" (equal (plist-get (plist-get item :textEdit) :newText) "Sarah]]") item))
(set-buffer-modified-p nil)
;; What `eglot-shutdown' sends. In Emacs 28, it then kills the process at once, which prints
;; "Server exited with status 9"; here, the server has time to exit by itself.
(let* ((server (eglot-current-server))
       (process (jsonrpc--process server))
       (deadline (+ (float-time) 5)))
  (setf (eglot--shutdown-requested server) t)
  (jsonrpc-request server :shutdown nil :timeout 5)
  (jsonrpc-notify server :exit nil)
  (while (and (process-live-p process) (< (float-time) deadline))
    (accept-process-output nil 0.05))
  (cairn-check "exit" (and (eq (process-status process) 'exit) (= (process-exit-status process) 0))
               (list (process-status process) (process-exit-status process))))
(kill-emacs (if (= cairn-failures 0) 0 1))
