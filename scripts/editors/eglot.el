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
(eglot-shutdown (eglot-current-server))
(kill-emacs (if (= cairn-failures 0) 0 1))
